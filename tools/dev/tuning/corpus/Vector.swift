import RealModule

/// A point or a direction in metres: x to the right, y up, z ahead.
typealias Vector = SIMD3<Float>

extension Vector {
    func dot(_ other: Vector) -> Float { (self * other).sum() }

    /// Turned around the y axis: positive angles, in radians, turn what is ahead to the right.
    func yawed(_ angle: Float) -> Vector {
        let (sine, cosine) = (Float.sin(angle), Float.cos(angle))
        return Vector(cosine * x + sine * z, y, cosine * z - sine * x)
    }

    /// Turned around the x axis: positive angles, in radians, turn what is ahead upwards.
    func pitched(_ angle: Float) -> Vector {
        let (sine, cosine) = (Float.sin(angle), Float.cos(angle))
        return Vector(x, cosine * y + sine * z, cosine * z - sine * y)
    }
}

/// Degrees in radians.
func degrees(_ angle: Float) -> Float { angle * .pi / 180 }
