import Captures
import Foundation
import GRDB

/// The state of the server in SQLite.
///
/// Source: https://www.sqlite.org/wal.html: a transaction of a killed process is complete or absent.
struct StateStore: Sendable {
    private let database: DatabaseQueue

    /// - Parameter path: Nil for a database in memory.
    init(path: String?) throws {
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(5)
        database = try path.map { try DatabaseQueue(path: $0, configuration: configuration) } ?? DatabaseQueue()
        try database.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS device (
                        id TEXT PRIMARY KEY, key_id BLOB UNIQUE, level TEXT NOT NULL, public_key BLOB,
                        counter INTEGER NOT NULL);
                    CREATE TABLE IF NOT EXISTS challenge (
                        bytes BLOB PRIMARY KEY, seconds INTEGER NOT NULL, nanoseconds INTEGER NOT NULL,
                        used INTEGER NOT NULL);
                    CREATE TABLE IF NOT EXISTS media (hash BLOB PRIMARY KEY);
                    """)
        }
    }

    func state() throws -> SessionState {
        try database.read { database in
            SessionState(
                challenges: try Row.fetchAll(database, sql: "SELECT * FROM challenge ORDER BY rowid").map { row in
                    let end = CaptureTimestamp(utcSeconds: row["seconds"], nanoseconds: row["nanoseconds"])
                    return SessionState.Challenge([UInt8](row["bytes"] as Data), expiresAt: end, isUsed: row["used"])
                },
                devices: try Row.fetchAll(database, sql: "SELECT * FROM device ORDER BY rowid").map { row in
                    let key: Data? = row["public_key"]
                    let keyID: Data? = row["key_id"]
                    return SessionState.Device(
                        identifier: row["id"], keyID: keyID.map { String(decoding: $0, as: UTF8.self) },
                        record: CaptureDevice(
                            attestationLevel: row["level"], publicKey: key.map { [UInt8]($0) },
                            counter: row["counter"]))
                },
                mediaHashes: try Data.fetchAll(database, sql: "SELECT hash FROM media").map { [UInt8]($0) })
        }
    }

    /// Stores the changes of one request at once.
    func store(_ changes: [SessionState.Change], at now: CaptureTimestamp) throws {
        guard !changes.isEmpty else { return }
        try database.write { database in
            for change in changes { try change.store(in: database) }
            // A minute after its end, a challenge is unknown anyway.
            try database.execute(
                sql: "DELETE FROM challenge WHERE seconds < ?", arguments: [now.adding(seconds: -120).utcSeconds])
        }
    }

    func reset() throws {
        try database.write { database in
            try database.execute(sql: "DELETE FROM device; DELETE FROM challenge; DELETE FROM media")
        }
    }
}

extension SessionState.Change {
    fileprivate func store(in database: Database) throws {
        switch self {
        case .challenge(let challenge):
            try database.execute(
                sql: "INSERT OR REPLACE INTO challenge VALUES (?, ?, ?, ?)",
                arguments: [
                    Data(challenge.bytes), challenge.expiresAt.utcSeconds, challenge.expiresAt.nanoseconds,
                    challenge.isUsed,
                ])
        case .device(let device):
            // A device gets its identifier after its registration, in the same request.
            guard let identifier = device.identifier else { return }
            try database.execute(
                sql: """
                    INSERT INTO device VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET counter = max(counter, excluded.counter)
                    """,
                arguments: [
                    identifier, device.keyID.map { Data($0.utf8) }, device.record.attestationLevel,
                    device.record.publicKey.map { Data($0) }, device.record.counter,
                ])
        case .media(let hash):
            try database.execute(sql: "INSERT OR IGNORE INTO media VALUES (?)", arguments: [Data(hash)])
        }
    }
}
