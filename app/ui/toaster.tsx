import { useEffect, useId, useReducer, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from './class-names.ts'
import { CROSS, Icon } from './icon.tsx'
import { attachToaster, SUCCESS_MS, type ToastCommand, type ToastOptions } from './toast.ts'
import { useToastPlace } from './toast-place.tsx'

/** The default kind of errors. */
const ERROR = 'error'
const DEFAULT_MS = 4000
/** Duration of its transitions, ms; the same as in its classes. */
const FADES_IN_MS = 200
/** After this time a success may be replaced by the next toast, ms. */
const READ_MS = 1000
/** The longest wait of a success, ms: as long as another toast is shown and disappears. After that it is outdated. */
const WAITS_MS = SUCCESS_MS.private + 500

/** `since`: when it was requested or shown, ms. */
type Toast = ToastOptions & { kind: string; since: number }
type Change = ToastCommand & { now: number }

/**
 * The toasts of every page, one at a time; loaded by ToastHost with the first one.
 * @param successMs how long a toast of tone 'success' is shown here, ms
 */
export default function Toaster({ successMs }: { successMs: number }) {
  const [[shown], change] = useReducer(changeToasts, [])
  useEffect(() => attachToaster((command) => change({ ...command, now: Date.now() })), [])
  const place = useToastPlace()
  return createPortal(
    <section
      aria-label="Powiadomienia"
      aria-live="polite"
      className={
        place
          ? classNames('mx-auto w-full sm:max-w-xl', shown && 'py-2')
          : 'fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-100 sm:right-auto sm:bottom-5 sm:left-5 sm:w-96'
      }
    >
      {shown && (
        <ToastCard
          key={shown.kind}
          toast={shown}
          showsMs={shown.durationMs ?? (shown.tone === 'success' ? successMs : DEFAULT_MS)}
          change={change}
        />
      )}
    </section>,
    place ?? document.body,
  )
}

/** The first one is shown, the others wait. */
function changeToasts(toasts: Toast[], change: Change): Toast[] {
  const { now } = change
  switch (change.do) {
    case 'show':
      return addToast(toasts, { ...change.options, kind: nameKind(change.options), since: now })
    case 'clear-done':
      return toasts.filter(isUrgent)
    case 'remark':
      return toasts.map((toast) => (toast.kind === change.kind ? { ...toast, remark: change.remark } : toast))
    case 'dismiss': {
      const isNews = (toast: Toast) => !isDone(toast) || now - toast.since <= WAITS_MS
      const left = toasts.filter((toast) => toast.kind !== change.kind && (toast === toasts[0] || isNews(toast)))
      return left.map((toast, at) => (at === 0 && toast !== toasts[0] ? { ...toast, since: now } : toast))
    }
  }
}

function addToast([shown, ...waiting]: Toast[], next: Toast): Toast[] {
  // Of waiting successes only the newest is kept.
  const others = waiting.filter((toast) => toast.kind !== next.kind && !(isDone(toast) && isDone(next)))
  // After a later success the cause of an error is gone.
  if (!shown || shown.kind === next.kind || shown.kind === ERROR) return [next, ...others]
  if (isDone(shown) && (isUrgent(next) || next.since - shown.since >= READ_MS)) return [next, ...others]
  return isUrgent(next) ? [next, shown, ...others] : [shown, ...others, next]
}

/** Whether the toast neither waits nor disappears when a dialog opens. */
const isUrgent = ({ tone, urgent }: ToastOptions) => tone === 'error' || urgent === true

/** Whether the toast is a success without an action. */
const isDone = ({ tone, action }: ToastOptions) => tone === 'success' && action === undefined

function nameKind({ kind, tone, action, title }: ToastOptions): string {
  return kind ?? (tone === 'error' ? ERROR : action ? 'action' : title)
}

type ToastCardProps = { toast: Toast; showsMs: number; change: (change: Change) => void }

function ToastCard({ toast, showsMs, change }: ToastCardProps) {
  const { title, description, remark, tone, action, kind } = toast
  const [left, setLeft] = useState<Toast | null>(null)
  const isLeaving = left === toast
  const titleId = useId()
  const card = useRef<HTMLDivElement>(null)
  const focusedBefore = useRef<Element>(null)
  useEffect(() => {
    const end = () => {
      if (isLeaving) change({ do: 'dismiss', kind, now: Date.now() })
      else if (!isBeingRead(card.current)) setLeft(toast)
    }
    const timer = window.setInterval(end, isLeaving ? FADES_IN_MS : showsMs)
    return () => window.clearInterval(timer)
  }, [toast, kind, isLeaving, showsMs, change])

  function leave() {
    if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus({ preventScroll: true })
    setLeft(toast)
  }

  return (
    <div
      ref={card}
      role="dialog"
      aria-labelledby={titleId}
      inert={isLeaving}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) focusedBefore.current = relatedTarget
      }}
      onKeyDown={({ key }) => key === 'Escape' && leave()}
      className={classNames(
        'on-night flex items-center gap-3 rounded-xl border border-transparent py-2 pr-1 pl-4 text-ivory shadow-lift ring-1 ring-ivory/20',
        'transition-[opacity,translate] duration-200 ease-calm starting:-translate-y-2 starting:opacity-0',
        isLeaving && '-translate-y-2 opacity-0',
        tone === 'error' ? 'bg-wine' : 'bg-night',
      )}
    >
      {/* A long action goes below the text instead of squeezing it. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <div role={tone === 'error' ? 'alert' : undefined} className="min-w-0 flex-[1_1_11rem] py-1">
          <h2 id={titleId} className="text-sm font-semibold">
            {title}
          </h2>
          {description && <p className="text-sm break-words text-ivory/90">{description}</p>}
          {remark && <p className="text-sm text-gold-light">{remark}</p>}
        </div>
        {action && (
          <button
            type="button"
            className="min-h-11 rounded-full text-sm font-semibold text-gold-light underline underline-offset-4"
            onClick={() => {
              leave()
              action.onClick()
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label="Zamknij powiadomienie"
        className="grid size-11 shrink-0 place-items-center rounded-full"
        onClick={leave}
      >
        <Icon d={CROSS} className="size-4" />
      </button>
    </div>
  )
}

/** True while pointed at, focused, or on a hidden page. After a tap, touch screens keep reporting a pointer. */
function isBeingRead(card: HTMLElement | null): boolean {
  if (document.hidden || card?.contains(document.activeElement)) return true
  return card?.matches(':hover') === true && window.matchMedia('(hover: hover)').matches
}
