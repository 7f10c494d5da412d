import Captures
import Testing

@Suite struct HTTPRequestMessageTests {
    private func message(_ text: String) throws -> HTTPRequestMessage { try HTTPRequestMessage(Array(text.utf8)) }

    private func fault(_ text: String) -> HTTPRequestMessage.Fault? {
        do throws(HTTPRequestMessage.Fault) {
            _ = try HTTPRequestMessage(Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test func bareLineFeedsAreReadAndThePathExcludesTheHost() throws {
        for text in [
            "POST /a/b?c=d HTTP/1.1\r\nContent-Type: x\r\n\r\nbody",
            "POST https://host/a/b HTTP/1.0\nContent-Type:x \n\nbody",
        ] {
            let message = try message(text)
            #expect(message.method == "POST" && message.path == "/a/b")
            #expect(message.contentType == "x" && message.body == Array("body".utf8))
        }
    }

    @Test func contentLengthLimitsTheBody() throws {
        #expect(try message("POST / HTTP/1.1\r\ncontent-length: 3\r\n\r\nabc\n").body == Array("abc".utf8))
        #expect(fault("POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\nabc") == .bodyTooShort(found: 3, expected: 4))
        for length in ["", "-1", "x", "99999999999999999999"] {
            #expect(fault("POST / HTTP/1.1\r\nContent-Length: \(length)\r\n\r\nabc") == .contentLength)
        }
    }

    /// Input that a server would refuse, or read as another request, is an error.
    @Test func ambiguousBodiesAreRefused() throws {
        let start = "POST / HTTP/1.1\r\n"
        #expect(
            fault(start + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd") == .conflictingLengths("3", "4"))
        #expect(try message(start + "Content-Length: 3\r\ncontent-length: 3 \r\n\r\nabc").body.count == 3)
        #expect(
            fault(start + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc") == .codingBesideLength)
        #expect(fault(start + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n") == .transferCoding("gzip, chunked"))
        #expect(
            fault(start + "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
                == .transferCoding("gzip, chunked"))
        #expect(fault(start + "Content-Length: 3\r\n\r\nabcd") == .trailingBytes(count: 1, expected: 3))
        let headers = { (count: Int) in String(repeating: "A: b\r\n", count: count) }
        #expect(try message(start + headers(100) + "\r\n").headers.fields.count == 100)
        #expect(fault(start + headers(101) + "\r\n") == .tooManyHeaders(count: 101, limit: 100))
    }

    @Test func chunksAreJoined() throws {
        let head = "POST / HTTP/1.1\r\nTransfer-Encoding: Chunked\r\n\r\n"
        #expect(try message(head + "3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n").body == Array("abc0123456789".utf8))
        for chunks in ["3\r\nab", "3\r\nabcd\r\n0\r\n", "x\r\n", "FFFFFFFFFFFFFFFF\r\n", "3\r\nabc\r\n"] {
            #expect(fault(head + chunks) == .chunks, "\(chunks)")
        }
    }

    @Test func malformedRequestsNameTheLine() {
        for line in ["POST /", "post / HTTP/1.1", "POST  / HTTP/1.1", "HTTP/1.1 200 OK", ""] {
            #expect(fault(line + "\r\n\r\n") == .requestLine, "\(line)")
            #expect(!HTTPRequestMessage.isRequest(Array((line + "\r\n").utf8)))
        }
        #expect(fault("GET / HTTP/1.1\r\nA: b\r\nno header\r\n\r\n") == .header(line: 3))
        #expect(fault("GET / HTTP/1.1\r\n: b\r\n\r\n") == .header(line: 2))
        #expect(fault("GET / HTTP/1.1\r\nA: b\r\n") == .endlessHeaders)
    }
}
