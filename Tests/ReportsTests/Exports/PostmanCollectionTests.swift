import Captures
import Foundation
import TestSupport
import Testing

@testable import Reports

@Suite struct PostmanCollectionTests {
    private func request(_ body: [String: Any]?, url: Any = ["raw": "{{base}}/captures/hash-only"]) -> [String: Any] {
        var json: [String: Any] = [
            "method": "POST", "url": url,
            "header": [
                ["key": "X-Device-Id", "value": "{{device}}"], ["key": "Content-Type", "value": "x", "disabled": true],
            ],
        ]
        json["body"] = body
        return json
    }

    private var raw: [String: Any] {
        [
            "mode": "raw", "raw": String(decoding: TestExport.hashOnly.body, as: UTF8.self),
            "options": ["raw": ["language": "json"]],
        ]
    }

    private func collection(_ items: [[String: Any]]) -> [String: Any] {
        [
            "info": ["name": "x", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"],
            "item": items,
            "variable": [
                ["key": "base", "value": "https://example.com/api/v1"], ["key": "device", "value": "x"],
                ["key": "long", "value": String(repeating: "{{long}}", count: 1000)],
            ],
        ]
    }

    @Test func requestsOfSavedResponsesInFoldersAreRead() throws {
        let saved: [String: Any] = ["request": "https://example.com/", "response": [["originalRequest": request(raw)]]]
        let own: [String: Any] = ["request": request(raw, url: "{{other}}/api/v1/captures/hash-only"), "response": []]
        let json = collection([["item": [["item": [saved]], ["request": "https://example.com/"]]], own])
        for json in [json, ["collection": json]] {
            let found = try TestExport.inputs(json: json, "c.json")
            #expect(
                found.map(\.name) == [
                    "c.json#1 POST /api/v1/captures/hash-only", "c.json#3 POST /api/v1/captures/hash-only",
                ])
            #expect(found.map(\.body) == [TestExport.hashOnly.body, TestExport.hashOnly.body])
        }
    }

    @Test func requestsWithoutTheirBytesAreNotJudged() throws {
        let cases: [([String: Any]?, String)] = [
            (["mode": "formdata", "formdata": [["key": "photo", "src": "/a/photo.jpg"]]], "/a/photo.jpg"),
            (["mode": "formdata", "formdata": [["key": "metadata", "value": "{}"]]], "the fields of a form"),
            (["mode": "file", "file": ["src": "body.bin"]], "the file \"body.bin\""),
            (["mode": "raw", "raw": "{\"a\": {{unknown}}}"], "the variable {{unknown}}"),
            (["mode": "raw", "raw": "{{long}}{{long}}"], "the variable {{long}}"), (nil, "does not hold"),
        ]
        for (body, expected) in cases {
            let found = try TestExport.inputs(json: collection([["request": request(body)]]))
            #expect(found.map(\.code) == ["incomplete_request"])
            #expect(found[0].wording.contains(expected), "\(found[0].wording)")
        }
    }

    @Test func damagedFilesEndNoProcess() throws {
        let json = collection([["request": request(raw)]])
        TestExport.readDamaged([UInt8](try JSONSerialization.data(withJSONObject: json)))
    }
}
