// The page: the session analyses the chosen files, and the views show the results.

import { profiles } from "../depthcheck.js";
import { byId, element } from "../shared/dom.js";
import { loadEngine } from "../shared/engine.js";
import { analyzeAll } from "./batch.js";
import { CandidatesView } from "./candidates-view.js";
import { ChecksView } from "./checks-view.js";
import { depthExtensions, sorted } from "./entries.js";
import { exampleRoom, exampleScreen } from "./examples.js";
import { foundIn, foundInDrop } from "./found.js";
import { MapsTable } from "./maps-table.js";
import { ParametersPanel, changedKeys } from "./parameters-panel.js";
import { PicturePanel } from "./picture-panel.js";
import { ProfilesView } from "./profiles-view.js";
import { ReadingPanel } from "./reading-panel.js";
import { ResultPanel } from "./result-panel.js";
import { Session } from "./session.js";
import { VerdictView } from "./verdict-view.js";

const engine = await loadEngine();
start(engine);

function start({ analyzer }) {
  let entries = [];
  let skipped = 0;
  let opened = null;
  let run = 0;

  const profile = profileChooser(() => changed(false));
  const reading = new ReadingPanel(() => {
    if (opened) session.open(opened);
    table.isStale = entries.length > 1;
  });
  const parameters = new ParametersPanel(byId("parameters"), (some) => problemOf(analyzer, some), changed);
  byId("parameters").querySelector(".heading").after(profile.element);
  const settings = () => ({ options: reading.options, profile: profile.value, parameters: parameters.parameters });
  const views = {
    verdict: new VerdictView(byId("verdict"), byId("announcement")),
    checks: new ChecksView(byId("checks")),
    candidates: new CandidatesView(byId("candidates")),
    picture: new PicturePanel(byId("picture"), byId("histogram")),
    profiles: new ProfilesView(byId("profiles"), () => session.refresh()),
    result: new ResultPanel(byId("export")),
  };
  const session = new Session(engine, settings, (shown) => show(shown, views, session, settings()));
  const table = new MapsTable(byId("table"), {
    open: async (row) => {
      await openEntry(row.entry);
      byId("verdict").scrollIntoView({ block: "nearest" });
    },
    stop: () => {
      run += 1;
      table.update(false);
    },
    again: () => analyzeTable(),
  });

  function changed(isDragging) {
    session.refresh(isDragging);
    table.isStale = entries.length > 1;
  }

  function openEntry(entry) {
    opened = entry;
    table.select(entry.path);
    return session.open(entry);
  }

  async function analyzeTable() {
    const own = ++run;
    table.begin(entries.length, skipped);
    table.select(opened?.path);
    await analyzeAll(entries, settings(), engine, table, () => own === run);
  }

  /** Opens a single map, or lists several in a table. The latest choice wins. */
  async function open(choice) {
    const own = ++run;
    session.cancel();
    const { maps, skipped: others, problem } = await choice.catch(unreadableFolder);
    if (own !== run) return;
    if (!problem) return use(maps, others);
    table.update(false);
    complain(problem);
  }

  function use(maps, others) {
    complain("");
    [entries, skipped, opened] = [maps, others, null];
    byId("introduction").hidden = true;
    byId("example-words").textContent = "Examples:";
    byId("table").hidden = maps.length === 1;
    byId("result").hidden = maps.length > 1;
    return maps.length === 1 ? openEntry(maps[0]) : analyzeTable();
  }

  listen(open);
  document.body.dataset.ready = "true";
}

function show({ reading, analysis, result, trace, photo }, views, session, { parameters }) {
  byId("result").hidden = false;
  byId("result").dataset.input = result.input;
  views.verdict.show(result, changedKeys(parameters), parameters);
  views.checks.show(analysis);
  const isRead = !reading.error;
  for (const id of ["picture", "histogram", "candidates", "profiles"]) byId(id).hidden = !isRead;
  if (isRead) views.picture.show({ samples: reading.samples, analysis, trace, parameters, photo });
  if (isRead) views.candidates.show({ ...reading, parameters });
  if (isRead && views.profiles.isOpen) views.profiles.show((profile) => session.analysis(profile));
  views.result.show(result);
}

/** The module's error message for parameters, or null. */
function problemOf(analyzer, parameters) {
  try {
    analyzer.analyze(new Float32Array(), { parameters });
    return null;
  } catch (error) {
    if (error.code !== "invalid_parameter") throw error;
    return error.message;
  }
}

function profileChooser(changed) {
  const words = { server: "the server\u2019s, f64", client: "the phone\u2019s, f32" };
  const select = element("select", { id: "profile", onchange: changed },
    ...profiles.map((name) => element("option", { value: name }, words[name])));
  return {
    element: element("p", {}, element("label", { class: "choice" }, "arithmetic ", select)),
    get value() {
      return select.value;
    },
  };
}

function noMaps(count) {
  if (count === 0) return "Found no file; expected a depth map; choose another folder.";
  const names = depthExtensions.map((name) => `*.${name}`).join(" ");
  return (
    `Found no depth file in the folder; expected files named ${names}; ` +
    "open files with other names individually."
  );
}

function complain(text) {
  byId("message").textContent = text;
  byId("message").hidden = !text;
}

function unreadableFolder({ message }) {
  return { problem: `Found a folder that this browser cannot read (${message}); use "Open a folder" for it.` };
}

/** Sets up the sources of files: inputs, examples, and drops anywhere. */
function listen(open) {
  for (const [button, input, isFolder] of [["choose-files", "files", false], ["choose-folder", "folder", true]]) {
    byId(button).addEventListener("click", () => byId(input).click());
    byId(input).addEventListener("change", () => {
      const found = foundIn(byId(input));
      // Allows choosing the same file again after it has changed.
      byId(input).value = "";
      open(mapsIn(Promise.resolve({ found, isFolder })));
    });
  }
  for (const [button, example] of [["example-room", exampleRoom], ["example-screen", exampleScreen]]) {
    byId(button).addEventListener("click", () => open(mapsOf(example())));
  }
  listenToDrops(open);
}

async function mapsIn(choice) {
  const { found, isFolder } = await choice;
  const { maps, skipped } = await sorted(found, isFolder);
  return { maps, skipped, problem: maps.length === 0 ? noMaps(found.length) : null };
}

async function mapsOf(example) {
  return { maps: [await example], skipped: 0, problem: null };
}

function listenToDrops(open) {
  const bringsFiles = (event) => event.dataTransfer?.types.includes("Files");
  const hint = byId("drop");
  addEventListener("dragover", (event) => {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    hint.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) hint.hidden = true;
  });
  addEventListener("drop", (event) => {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    hint.hidden = true;
    open(mapsIn(foundInDrop(event.dataTransfer)));
  });
}
