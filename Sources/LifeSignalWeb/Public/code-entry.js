// A form for a code of six digits. It is sent with the sixth digit, and its field takes the focus
// back when the code was wrong.

export function mount(form) {
  const field = form.querySelector('input')
  let sent = ''
  function look() {
    const digits = field.value.replace(/\D/g, '')
    if (digits.length < 6) sent = ''
    else if (digits !== sent) {
      sent = digits
      form.requestSubmit()
    }
  }
  const problems = new MutationObserver(() => {
    if (!field.hasAttribute('aria-invalid')) return
    sent = field.value = ''
    field.focus()
  })
  field.addEventListener('input', look)
  problems.observe(field, { attributes: true, attributeFilter: ['aria-invalid'] })
  // Typed before this was loaded.
  look()
  return () => {
    field.removeEventListener('input', look)
    problems.disconnect()
  }
}
