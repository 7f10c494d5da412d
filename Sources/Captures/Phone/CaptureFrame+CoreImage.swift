// Core Image, which encodes the camera's picture as JPEG, exists only on Apple's platforms.
#if canImport(CoreImage)
    public import CoreImage
    public import DepthAnalysis

    extension CaptureFrame {
        /// Creates a frame whose picture is encoded as JPEG when the frame is processed.
        ///
        ///     let frame = CaptureFrame(depthMap: map, picture: frame.capturedImage, takenAt: now, deviceModel: name)
        public init(
            depthMap: DepthMap?, picture: CVPixelBuffer, takenAt: CaptureTimestamp, deviceModel: String,
            location: LocationFix? = nil
        ) {
            // SAFETY: the caller no longer writes to the picture, and CIImage only reads it.
            nonisolated(unsafe) let picture = CIImage(cvPixelBuffer: picture)
            self.init(depthMap: depthMap, takenAt: takenAt, deviceModel: deviceModel, location: location) {
                guard let colors = CGColorSpace(name: CGColorSpace.sRGB),
                    let jpeg = CIContext().jpegRepresentation(of: picture, colorSpace: colors)
                else { throw PictureError.noJPEG }
                return [UInt8](jpeg)
            }
        }
    }

    private enum PictureError: Error { case noJPEG }
#endif
