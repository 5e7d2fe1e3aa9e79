import Composable
import LifeSignalModel

/// Codes in pictures the person has.
extension QRScannerFeature {
  func gallery(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .setShowingGallery(let isShown):
      state.isShowingGallery = isShown
      return .none

    case .loadGalleryAssets(let limit):
      return .run { [qrCodeClient] send in
        let items = await qrCodeClient.loadRecentPhotos(limit)
        if !items.isEmpty { await send(.galleryAssetsLoaded(items)) }
      }
      .cancellable(id: CancellationID.gallery, cancelInFlight: true)

    case .galleryAssetsLoaded(let items):
      state.galleryItems = Array(items.prefix(Self.galleryLimit))
      return .merge(
        state.galleryItems.filter { $0.thumbnail == nil }.map { .send(.loadThumbnail($0.id)) })

    case .loadThumbnail(let id):
      return .run { [qrCodeClient] send in
        await send(.thumbnailLoaded(id, qrCodeClient.loadThumbnail(id)))
      }
      .cancellable(id: CancellationID.thumbnail(id), cancelInFlight: true)

    case .thumbnailLoaded(let id, let image):
      if let index = state.galleryItems.firstIndex(where: { $0.id == id }) {
        state.galleryItems[index].thumbnail = image
      }
      return .none

    case .setSelectedGalleryIndex(let index):
      guard state.galleryItems.indices.contains(index), !state.isProcessingQRCode else {
        return .none
      }
      state.selectedGalleryIndex = index
      return .send(.loadAndProcessFullImage(state.galleryItems[index]))

    case .loadAndProcessFullImage(let item):
      state.isProcessingQRCode = true
      return .run { [qrCodeClient] send in
        var text: String?
        if let image = await qrCodeClient.loadFullSizeImage(item.id) {
          text = await qrCodeClient.scanQRCode(image)
        }
        await send(.qrCodeSelectedFromGallery(text))
      }
      .cancellable(id: CancellationID.gallery, cancelInFlight: true)

    case .qrCodeSelectedFromGallery(let text):
      state.isProcessingQRCode = false
      state.isShowingGallery = false
      state.selectedGalleryIndex = nil
      guard let text, !text.isEmpty else {
        state.showNoQRCodeAlert = true
        return .none
      }
      return .send(.handleScannedQRCode(text))

    default:
      return .none
    }
  }
}
