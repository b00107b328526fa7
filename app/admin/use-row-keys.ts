import { useEffect } from 'react'

/** Whether a key that is pressed now is typed into something, or belongs to a dialog that is open. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  const target = event.target instanceof HTMLElement ? event.target : null
  if (target?.closest('input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog]')) return true
  return isDialogOpen()
}

export function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog][data-open], [role=alertdialog][data-open]') !== null
}

/**
 * Lets j and k take the focus to the next and previous of the links marked `data-row`, as far as they can be seen; Enter is the
 * link's own.
 */
export function useRowKeys(): void {
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      if ((event.key !== 'j' && event.key !== 'k') || isTyping(event)) return
      const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => row.checkVisibility())
      const current = rows.findIndex((row) => row.matches(':focus'))
      const next = event.key === 'j' ? current + 1 : Math.max(current, 1) - 1
      rows[Math.min(next, rows.length - 1)]?.focus()
    }
    document.addEventListener('keydown', move)
    return () => document.removeEventListener('keydown', move)
  }, [])
}
