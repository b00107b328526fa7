import { type ReactNode, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Blocks ways to another page, and asks the browser to do so, while something is unsaved. One at a time on a page. */
export function useLeavingQuestion(isUnsaved: boolean) {
  // A ref: what was just saved is known a render later.
  const now = useRef(isUnsaved)
  now.current = isUnsaved
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => now.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  return blocker
}

type LeavingQuestionProps = {
  leaving: ReturnType<typeof useBlocker>
  title: string
  confirm: string
  children: ReactNode
}

/** Whether to leave and lose what is unsaved. */
export function LeavingQuestion({ leaving, ...words }: LeavingQuestionProps) {
  return (
    <ConfirmDialog
      open={leaving.state === 'blocked'}
      cancel="Zostań"
      danger
      onConfirm={() => leaving.proceed?.()}
      onClose={() => leaving.reset?.()}
      {...words}
    />
  )
}
