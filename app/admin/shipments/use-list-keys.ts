import { useEffect, useRef } from 'react'

type ListKeys = { onToggle(index: number): void; onEdit(index: number): void }

/** Marks the entries of a list that keys walk through. */
export const LIST_ENTRY = { 'data-list-entry': '' }

/** j and k walk through the entries of the page's list; x chooses the one with the focus, e or Enter opens it. */
export function useListKeys(keys: ListKeys): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return
      const entries = [...document.querySelectorAll<HTMLElement>('[data-list-entry]')]
      const index = entries.findIndex((entry) => entry.contains(document.activeElement))
      const step = { j: 1, k: -1 }[event.key]
      if (step !== undefined) entries[Math.min(Math.max(index + step, 0), entries.length - 1)]?.focus()
      else if (index >= 0 && event.key === 'x') current.current.onToggle(index)
      else if (index >= 0 && (event.key === 'e' || (event.key === 'Enter' && event.target === entries[index]))) {
        current.current.onEdit(index)
      } else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Whether keys go elsewhere: into what is typed, or into a dialog. */
function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const typed = target instanceof HTMLInputElement && target.type !== 'checkbox'
  return typed || target.matches('textarea, select, [contenteditable]') || target.closest('[role="dialog"]') !== null
}
