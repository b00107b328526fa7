import { useEffect, useEffectEvent } from 'react'

const ENTRY = 'data-list-entry'

/** Marks an entry of a list for j and k: a link, or a block that can take the focus. */
export const LIST_ENTRY = { [ENTRY]: '' }

/** Whether a key belongs to a field, a shortcut of the browser or an open dialog. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  const target = event.target instanceof HTMLElement ? event.target : null
  if (target?.closest('input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog]')) return true
  return isDialogOpen()
}

export function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog][data-open], [role=alertdialog][data-open]') !== null
}

type ListKeys = {
  /** x: selects or unselects an entry. */
  onToggle?(index: number): void
  /** e, and Enter when the entry is no link. Without a handler these keys follow the entry's link. */
  onEdit?(index: number): void
}

/** j and k move through the visible entries of the page's list; x and e act on the focused one. */
export function useListKeys({ onToggle, onEdit }: ListKeys = {}): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isTyping(event)) return
    const entries = [...document.querySelectorAll<HTMLElement>(`[${ENTRY}]`)].filter((entry) => entry.checkVisibility())
    const index = entries.findIndex((entry) => entry.contains(document.activeElement))
    const entry = entries[index]
    const step = { j: 1, k: -1 }[event.key]
    if (step !== undefined) entries[Math.min(Math.max(index + step, 0), entries.length - 1)]?.focus()
    else if (entry && onToggle && event.key === 'x') onToggle(index)
    else if (entry && onEdit && (event.key === 'e' || (event.key === 'Enter' && event.target === entry))) onEdit(index)
    else if (entry && event.key === 'e') entry.click()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
