/** The message that describes a field; '' while the field is valid. */
export function complaintAt(field: Element): string {
  if (field.getAttribute('aria-invalid') !== 'true') return ''
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}
