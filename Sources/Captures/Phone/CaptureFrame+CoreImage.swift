// Only on Apple's systems: how a camera's picture becomes JPEG.
#if canImport(CoreImage)
    public import CoreImage
    public import DepthAnalysis

    extension CaptureFrame {
        /// A frame of a camera, whose picture becomes JPEG when it is processed.
        ///
        ///     let frame = CaptureFrame(depthMap: map, picture: frame.capturedImage, takenAt: now, deviceModel: name)
        public init(
            depthMap: DepthMap?, picture: CVPixelBuffer, takenAt: CaptureTimestamp, deviceModel: String,
            location: LocationFix? = nil
        ) {
            // SAFETY: whoever hands a picture over writes to it no more, and CIImage only reads it.
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
