import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The state of a history entry that has a dialog over the page: the dialog's name and subject. */
export const buildDialogState = (name: string, subject: string) => ({ adminDialog: [name, subject] })

/** Whether a dialog lies over the page. A change of the address would close it. */
export function useIsCovered(): boolean {
  return useLocation().state?.adminDialog !== undefined
}

/**
 * A dialog of the panel as an entry of the browser's history, so that Back closes it and stays on the page. `subject`
 * is null while it is closed. `close` may be called when the dialog is already closed.
 */
export function useHistoryDialog(name: string): {
  subject: string | null
  open(subject?: string): void
  close(): void
} {
  const { key, search, hash, state } = useLocation()
  const navigate = useNavigate()
  // Closes the dialog at once: the browser goes back a moment later.
  const [left, setLeft] = useState<string | null>(null)
  const entry: unknown = state?.adminDialog
  const isOpen = left !== key && Array.isArray(entry) && entry[0] === name && typeof entry[1] === 'string'
  // A ref: `close` may run after an answer, when Back has already closed the dialog.
  const openKey = useRef<string | null>(null)
  useEffect(() => {
    openKey.current = isOpen ? key : null
  })
  return {
    subject: isOpen ? entry[1] : null,
    open(subject = '') {
      void navigate(
        { search, hash },
        { state: buildDialogState(name, subject), preventScrollReset: true, defaultShouldRevalidate: false },
      )
    },
    close() {
      if (openKey.current === null) return
      setLeft(openKey.current)
      openKey.current = null
      void navigate(-1)
    },
  }
}
