import DepthAnalysis
import RealModule

/// A pinhole camera that measures distances along its axis, like the depth maps of phones.
struct Sensor {
    let width: Int
    let height: Int
    /// The horizontal field of view, in radians: about that of the wide camera of an iPhone.
    private let fieldOfView = degrees(60)
    /// The range of the sensor, in metres.
    private let farthest: Float = 15

    /// Captures a depth map of a scene.
    func capture(_ scene: Scene, _ random: inout Random) -> [Float] {
        let depths = cast(scene, &random)
        let measured = measure(depths, &random)
        return fuse(measured).map { ($0 * 1000).rounded() / 1000 }
    }

    /// True distances in metres, one ray per sample; infinite if nothing is hit.
    private func cast(_ scene: Scene, _ random: inout Random) -> [Float] {
        let sway = scene.sway
        let place =
            scene.camera + sway.place
            * Vector(random.between(-1...1), random.between(-1...1), random.between(-1...1))
        let yaw = scene.yaw + sway.angle * random.between(-1...1)
        let pitch = scene.pitch + sway.angle * random.between(-1...1)
        let right = Vector(1, 0, 0).yawed(yaw)
        let up = Vector(0, 1, 0).pitched(pitch).yawed(yaw)
        let ahead = Vector(0, 0, 1).pitched(pitch).yawed(yaw)
        let scale = 2 * Float.tan(fieldOfView / 2) / Float(width)
        var depths: [Float] = []
        depths.reserveCapacity(width * height)
        for row in 0..<height {
            let y = (Float(height) / 2 - Float(row) - 0.5) * scale
            for column in 0..<width {
                let x = (Float(column) + 0.5 - Float(width) / 2) * scale
                // Its component along the axis is 1, so distances along it are depths.
                let direction = ahead + x * right + y * up
                var nearest = Float.infinity
                for shape in scene.shapes { nearest = min(nearest, shape.distance(from: place, along: direction)) }
                depths.append(nearest)
            }
        }
        return depths
    }

    /// Adds noise proportional to the square of the depth, mixed pixels at edges, and drop-outs; a missing sample is
    /// 0.
    private func measure(_ depths: [Float], _ random: inout Random) -> [Float] {
        var measured = depths
        for row in 0..<height {
            for column in 0..<width {
                let index = row * width + column
                var depth = depths[index]
                guard depth < farthest else {
                    measured[index] = 0
                    continue
                }
                // A beam on an edge returns a distance between both sides.
                let neighbour = depths[row * width + min(column + 1, width - 1)]
                let below = depths[min(row + 1, height - 1) * width + column]
                let other = abs(neighbour - depth) > abs(below - depth) ? neighbour : below
                if other < farthest, abs(other - depth) > 0.05, random.unit() < 0.6 {
                    depth += (other - depth) * random.unit()
                }
                let isLost = random.unit() < 0.002 + 0.0006 * depth * depth
                measured[index] = isLost ? 0 : depth + (0.001 + 0.0008 * depth * depth) * random.normal()
            }
        }
        return measured
    }

    /// Simulates depth fusion: small holes close and edges soften, by averaging the samples present in a 3 × 3
    /// neighbourhood.
    private func fuse(_ depths: [Float]) -> [Float] {
        var fused = depths
        for row in 0..<height {
            for column in 0..<width {
                var sum: Float = 0
                var count: Float = 0
                for y in max(0, row - 1)...min(height - 1, row + 1) {
                    for x in max(0, column - 1)...min(width - 1, column + 1) {
                        let depth = depths[y * width + x]
                        if depth > 0 {
                            sum += depth
                            count += 1
                        }
                    }
                }
                fused[row * width + column] = count >= 5 ? sum / count : 0
            }
        }
        return fused
    }
}
