import type { FormEvent, ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { useFocusWhenShown } from '#app/ui/focus-when-shown.ts'

type StepProps = {
  title: string
  progress: string
  busy?: boolean
  disabled?: boolean
  /** In place of the buttons. */
  footer?: ReactNode
  onBack?: () => void
  onNext: () => void
  children: ReactNode
}

export function Step({ title, progress, busy, disabled, footer, onBack, onNext, children }: StepProps) {
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        onNext()
      }}
    >
      <StepHeading title={title} progress={progress} />
      {children}
      {footer ?? (
        <div className="flex gap-3">
          {onBack && (
            <Button variant="secondary" size="lg" onClick={onBack}>
              Wstecz
            </Button>
          )}
          <Button type="submit" size="lg" busy={busy} disabled={disabled} className="flex-1">
            Dalej
          </Button>
        </div>
      )}
    </form>
  )
}

/** The heading of the step. Receives the focus when the step changes. */
export function StepHeading({ title, progress }: { title: string; progress: string }) {
  const heading = useFocusWhenShown<HTMLHeadingElement>()
  return (
    <h3 ref={heading} tabIndex={-1} className="outline-none">
      <span className="block text-xs font-semibold tracking-wide text-oud">{progress}</span>{' '}
      <span className="block font-display text-xl">{title}</span>
    </h3>
  )
}
