import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'

export const cartDialog = createDialogSignal()
export const loginDialog = createDialogSignal()

/** Loaded on the first sign that a visitor wants them, so that they cost nothing before. */
export const loadCartDialog = () => import('#app/checkout/cart-dialog.tsx')
export const loadLoginDialog = () => import('#app/account/login-dialog.tsx')
export const loadProductDialog = () => import('#app/product/product-dialog.tsx')

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

/**
 * Keeps a dialog and the browser's history in step: opening adds an entry to the same address, so that Back closes the
 * dialog instead of leaving the page (or, from a social network's built-in browser, the shop); closing takes it away.
 * `leaveTo` closes and goes elsewhere in the entry's place.
 */
export function useDialogEntry(signal: DialogSignal, name: string) {
  const open = signal.useOpen()
  const location = useLocation()
  const navigate = useNavigate()
  const isHere = layerOf(location.state) === name
  /** Whether the entry of this opening has been asked for. */
  const entered = useRef(false)

  useEffect(() => {
    if (open && isHere) {
      // Also after a reload, or forward: the entry of an earlier opening serves this one.
      entered.current = true
    } else if (open && !entered.current) {
      entered.current = true
      const { pathname, search, mask, state } = location
      void navigate({ pathname, search }, { state: { ...state, layer: name }, mask, preventScrollReset: true })
    } else if (open) {
      entered.current = false
      signal.close()
    } else if (isHere && entered.current) {
      entered.current = false
      void navigate(-1)
    }
  }, [open, isHere, location, name, navigate, signal])

  function leaveTo(path: string) {
    entered.current = false
    signal.close()
    void navigate(path, { replace: true })
  }

  return { open, leaveTo }
}

function layerOf(state: unknown): unknown {
  return typeof state === 'object' && state !== null && 'layer' in state ? state.layer : undefined
}

/** True from the first time `open` was true: a lazy dialog is mounted then and stays for its closing motion. */
export function useOnceOpen(open: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(open)
  if (open && !wasOpen) setWasOpen(true)
  return wasOpen || open
}
