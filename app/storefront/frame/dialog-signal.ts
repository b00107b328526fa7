import { useSyncExternalStore } from 'react'

/** Whether one of the storefront's dialogs is open; opened from anywhere, shown by its host in the layout. */
export type DialogSignal = { open(): void; close(): void; useOpen(): boolean }

export function createDialogSignal(): DialogSignal {
  let isOpen = false
  const listeners = new Set<() => void>()
  const set = (next: boolean) => {
    isOpen = next
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    open: () => set(true),
    close: () => set(false),
    useOpen: () =>
      useSyncExternalStore(
        subscribe,
        () => isOpen,
        () => false,
      ),
  }
}
