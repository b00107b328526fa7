import { type ReactNode, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Blocks navigation, also that of the browser, while something is unsaved. A page may have only one of these. */
export function useLeavingQuestion(isUnsaved: boolean) {
  // A ref, because the state says only one render later that the form was saved.
  const now = useRef(isUnsaved)
  now.current = isUnsaved
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => now.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useUnloadQuestion(isUnsaved)
  return blocker
}

/** Lets the browser ask before its tab is closed or loaded again. */
export function useUnloadQuestion(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
}

type LeavingQuestionProps = {
  leaving: ReturnType<typeof useBlocker>
  title: string
  confirm: string
  children: ReactNode
}

/** Asks whether to leave and lose unsaved changes. */
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
