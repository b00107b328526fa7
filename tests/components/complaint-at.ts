/** The sentence a wrong field is described by; '' while nothing is wrong with it. */
export function complaintAt(field: Element): string {
  if (field.getAttribute('aria-invalid') !== 'true') return ''
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}
