"""Answers the cases for the capture server with the stored answers, for `test`.

usage: stored_answers.py FOLDER OF THE CASES [FAULT...]

The words of a fault plant it in some answers.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time

folder, *fault = sys.argv[1:]
answers = {}
for name in ("expected", "registrations", "requests"):
    answers.update(json.loads(pathlib.Path(folder, name + ".json").read_text()))
for number, line in enumerate(sys.stdin):
    name = json.loads(line)["name"]
    answer = answers[name]
    if fault and number == 3:
        if fault == ["crash"]:
            os.kill(os.getpid(), signal.SIGSEGV)
        if fault == ["exit"]:
            sys.exit(7)
        if fault == ["late"]:
            time.sleep(60)
        if fault == ["nonsense"]:
            print("hello", flush=True)
            continue
        if fault == ["other"]:
            name = "another-case"
        if fault == ["no-answer"]:
            answer = {"outcome": "fine"}
    if fault == ["silent"]:
        print("{}", flush=True)
    if fault == ["always-late"]:
        time.sleep(60)
    if fault == ["one-mode"]:
        answer = {key: value for key, value in answer.items() if key != "strict"}
        if "request" in answer:
            answer["request"] = {"permissive": answer["request"]["permissive"]}
    kind, faulty = json.loads(line)["kind"], json.loads(json.dumps(answer))
    wholes = [faulty] if kind in ("full", "hash-only", "registration") else list(faulty.get("request", faulty).values())
    for verdict in [it for it in wholes if isinstance(it, dict) and fault[:1] == ["lie"]]:
        is_refused = verdict.get("http_status") or (verdict.get("answer") or {}).get("http_status", 0) >= 400
        if kind in ("request", "chain") and fault[1] == ("refused-request" if is_refused else "verified-request"):
            verdict.update({"passes": True, "request_verified": True, "new_counter": 4242} if is_refused else
                           {"http_status": 401, "error_code": "INVALID_SIGNATURE"})
        if kind == "registration" and fault[1] == "refused-registration" and "permissive" not in verdict:
            verdict.update(challenge_spent=True, permissive={"public_key_hex": "04"})
        if fault[1] == "refused-capture" and verdict.get("assertion", 0) is None:
            verdict["assertion"] = {"status": "pass", "new_counter": 999}
        evidence = verdict.get("metadata_evidence") or {}
        if fault[1] == "evidence-left-out" and evidence.get("resolution_valid") is False:
            del evidence["resolution_valid"]
        if fault[1] == "key" and (verdict.get("strict") or {}).get("public_key_hex"):
            verdict["strict"]["public_key_hex"] = "04" + "00" * 64
        if fault[1] == "evidence" and "resolution_valid" in evidence:
            evidence["resolution_valid"] = not evidence["resolution_valid"]
        answer = faulty
    if fault == ["strict-left-out-where-it-refuses"] and "http_status" in answer.get("strict", {}):
        answer = {"permissive": answer["permissive"]}
    if fault == ["strict-left-out-where-servers-may-differ"] and name == "request-time-largest":
        answer = {"permissive": answer["permissive"]}
    if fault == ["status-500"]:
        answer = {"answer": {"http_status": 500}, **dict.fromkeys(("permissive", "strict"), {"http_status": 500})}
    if fault == ["error-beside"] and number == 3:
        answer = {**answer, "error": "out \x1b[2Jof order"}
    if fault[:1] == ["child"] and number == 3:
        subprocess.Popen(["sleep", "300"], stderr=subprocess.DEVNULL, start_new_session=fault[1] == "session")
        sys.exit(7)
    if fault == ["child-left"] and number == 3:
        child = subprocess.Popen(["sleep", "60"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        pathlib.Path(sys.argv[0]).with_name("child").write_text(str(child.pid))
    if fault[:1] == ["line"] and number == 3:
        text = {"null": '"reason": null', "control": '"reason": "\x1b"', "unicode": '"reason": "\\ud800"',
                "long": '"reason": "' + "x" * (4 << 20) + '"'}[fault[1]]
        print('{"name": null, ' + text + ", " + json.dumps(answer)[1:], flush=True)
        continue
    named = {} if fault == ["unnamed-twice"] else {"name": name}
    print(json.dumps({**named, **answer}), flush=True)
    if fault == ["unnamed-twice"] and number == 3:
        print(json.dumps(answer), flush=True)
if fault == ["bad-end"]:
    sys.exit(3)
