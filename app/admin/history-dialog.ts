import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The state of an entry of the history with a dialog over the page: its name, and what it is about. */
export const buildDialogState = (name: string, subject: string) => ({ adminDialog: [name, subject] })

/** Whether the history's entry has a dialog over the page, which a change of the address would take away. */
export function useIsCovered(): boolean {
  return useLocation().state?.adminDialog !== undefined
}

/**
 * A dialog of the admin's pages as an entry of the browser's history, so that Back closes it and stays on the page. `subject`
 * is what it is about; null while it is closed. `close` may be called when it is closed already.
 */
export function useHistoryDialog(name: string): {
  subject: string | null
  open(subject?: string): void
  close(): void
} {
  const { key, search, hash, state } = useLocation()
  const navigate = useNavigate()
  // The browser takes a moment to go back; the dialog is closed at once.
  const [left, setLeft] = useState<string | null>(null)
  const entry: unknown = state?.adminDialog
  const isOpen = left !== key && Array.isArray(entry) && entry[0] === name && typeof entry[1] === 'string'
  // Whoever waited for an answer closes what Back may have closed meanwhile.
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
