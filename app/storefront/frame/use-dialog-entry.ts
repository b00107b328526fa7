import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { DialogSignal } from './dialog-signal.ts'

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
