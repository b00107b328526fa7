import { useLocation, useNavigate } from 'react-router'

/**
 * A dialog of the admin's pages as an entry of the browser's history, so that Back closes it and stays on the page. `subject`
 * is what it is about; null while it is closed.
 */
export function useHistoryDialog(name: string): {
  subject: string | null
  open(subject: string): void
  close(): void
} {
  const { search, hash, state } = useLocation()
  const navigate = useNavigate()
  const entry: unknown = state?.adminDialog
  const isOpen = Array.isArray(entry) && entry[0] === name && typeof entry[1] === 'string'
  return {
    subject: isOpen ? entry[1] : null,
    open(subject) {
      void navigate(
        { search, hash },
        { state: { adminDialog: [name, subject] }, preventScrollReset: true, defaultShouldRevalidate: false },
      )
    },
    close() {
      if (isOpen) void navigate(-1)
    },
  }
}
