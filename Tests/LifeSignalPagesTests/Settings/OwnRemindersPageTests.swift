import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

@Suite struct `Reminders of one's own` {
  private func page(
    _ own: OwnReminders, _ change: (inout NotificationPreferencesFeature.State) -> Void = { _ in }
  ) -> (AppPage, Sent<AppFeature.Action>) {
    let sent = Sent<AppFeature.Action>()
    var state = Samples.withNotifications([])
    state.notification.isPreferencesSheetPresented = true
    state.notification.preferences.preferences.ownReminders = own
    change(&state.notification.preferences)
    return (Samples.page(state, send: sent.sender), sent)
  }

  @Test func `each has its length and a button with a name of its own`() {
    let (page, sent) = page([480, 15])
    let markup = page.rendered()
    #expect(markup.contains("8 hours before"))
    #expect(markup.contains(#"aria-label="Remove the reminder 15 minutes before""#))
    page.perform("click", on: "settings-own-remove-480")
    #expect(sent.actions == [.notification(.preferences(.removeOwnReminderTapped(480)))])
  }

  @Test func `one is picked by its label, and added`() {
    let (page, sent) = page([])
    let markup = page.rendered()
    #expect(markup.contains(#"<label for="settings-own-time">Add a reminder</label>"#))
    #expect(markup.contains("2 days before"))
    page.perform("change", on: "settings-own-time", value: "240")
    page.perform("change", on: "settings-own-time", value: "soon")
    page.perform("click", on: "settings-own-add")
    #expect(
      sent.actions == [
        .notification(.preferences(.ownReminderChosen(240))),
        .notification(.preferences(.addOwnReminderTapped)),
      ])
  }

  @Test func `with four there is nothing more to add`() {
    let (page, _) = page([480, 240, 60, 15])
    #expect(!page.perform("click", on: "settings-own-add"))
    #expect(!page.rendered().contains("settings-own-time"))
  }

  @Test func `without reminders at all, and while one is saved, they rest`() {
    let (off, _) = page([480]) { $0.preferences.isNotificationsEnabled = false }
    #expect(off.rendered().contains(#"id="settings-own-remove-480""#))
    let (saving, _) = page([480]) { $0.isLoading = true }
    for page in [off, saving] {
      #expect(!page.perform("click", on: "settings-own-remove-480"))
      #expect(!page.perform("click", on: "settings-own-add"))
    }
  }
}
