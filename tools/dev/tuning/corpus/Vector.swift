import RealModule

/// A point or a direction in metres: x to the right, y up, z ahead.
typealias Vector = SIMD3<Float>

extension Vector {
    func dot(_ other: Vector) -> Float { (self * other).sum() }

    /// Rotates around the y axis: positive angles, in radians, turn the z axis to the right.
    func yawed(_ angle: Float) -> Vector {
        let (sine, cosine) = (Float.sin(angle), Float.cos(angle))
        return Vector(cosine * x + sine * z, y, cosine * z - sine * x)
    }

    /// Rotates around the x axis: positive angles, in radians, turn the z axis upwards.
    func pitched(_ angle: Float) -> Vector {
        let (sine, cosine) = (Float.sin(angle), Float.cos(angle))
        return Vector(x, cosine * y + sine * z, cosine * z - sine * y)
    }
}

/// Converts degrees to radians.
func degrees(_ angle: Float) -> Float { angle * .pi / 180 }
