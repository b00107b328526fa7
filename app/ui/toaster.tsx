import { Toast } from '@base-ui/react/toast'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { classNames } from './class-names.ts'
import { CROSS, Icon } from './icon.tsx'
import {
  attachToaster,
  onToastPlaces,
  outlastsDialogs,
  SUCCESS_MS,
  type ToastCommand,
  type ToastOptions,
  toastPlace,
} from './toast.ts'

/** The default kind of errors: the next one replaces the last. */
const ERROR = 'error'
const DEFAULT_MS = 4000
const AT_MOST = 3
/** After this time a success may be replaced by the next toast, ms. */
const READ_MS = 1000
/** The longest wait of a success, ms: as long as one is shown and takes to disappear. Later it is no news. */
const WAITS_MS = SUCCESS_MS.private + 500
const IS_PHONE = '(max-width: 39.99rem)'

/** Whether the admin's pages are shown. */
const isInPanel = () => document.querySelector('[data-workplace]') !== null

/** `since`: when it was requested or shown, ms. */
type Timed = { options: ToastOptions; since: number }

/** What Base UI adds to events that its own handlers receive. */
type BaseUIEvent = { preventBaseUIHandler(): void }

/** @property successMs how long a toast of tone 'success' stays here, ms */
type ToasterProps = { successMs: number }

/** The toasts themselves; loaded by ToastHost with the first one. */
export default function Toaster({ successMs }: ToasterProps) {
  return (
    <Toast.Provider timeout={DEFAULT_MS} limit={AT_MOST}>
      <Toasts successMs={successMs} />
    </Toast.Provider>
  )
}

function Toasts({ successMs }: ToasterProps) {
  const { toasts } = Toast.useToastManager<ToastOptions>()
  useCommands(successMs)
  const place = useSyncExternalStore(onToastPlaces, toastPlace, () => null)
  return (
    <Toast.Portal container={place ?? undefined} className="contents">
      <Toast.Viewport
        aria-label="Powiadomienia"
        onMouseEnter={ignoreAfterTouch}
        onMouseMove={ignoreAfterTouch}
        className={classNames(
          'flex flex-col gap-2 outline-none',
          place
            ? classNames('mx-auto w-full sm:max-w-xl', toasts.length > 0 && 'py-2')
            : classNames(
                'fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-100',
                'sm:right-auto sm:bottom-5 sm:left-5 sm:w-96',
              ),
        )}
      >
        {toasts.map((item) => (
          <ToastCard key={item.id} item={item} />
        ))}
      </Toast.Viewport>
    </Toast.Portal>
  )
}

/** After a tap the browser reports a mouse over the toast and never its leaving: the toast would stay. */
function ignoreAfterTouch(event: BaseUIEvent): void {
  if (window.matchMedia('(hover: none)').matches) event.preventBaseUIHandler()
}

/** Carries out the commands of toast.ts. */
function useCommands(successMs: number): void {
  const { add, close } = Toast.useToastManager<ToastOptions>()
  const duration = useRef(successMs)
  useEffect(() => {
    duration.current = successMs
  })

  useEffect(() => {
    /** By kind. */
    const standing = new Map<string, Timed>()
    /** On a phone one is shown at a time; the others wait. */
    let queue: Timed[] = []

    function show(options: ToastOptions) {
      const kind = nameKind(options)
      // One error at a time, and none beside a later success: its reason is gone.
      const isError = options.tone === 'error'
      if (!isError) close(ERROR)
      const isUrgent = isError || options.urgent === true
      queue = queue.filter((waiting) => nameKind(waiting.options) !== kind)
      const others = [...standing].filter(([other]) => other !== kind)
      // On the admin's pages only the newest is shown, with the undo of the last change.
      if (isInPanel()) {
        for (const [other] of others) close(other)
      } else if (others.length > 0 && window.matchMedia(IS_PHONE).matches) {
        const now = Date.now()
        const isRead = others.every(([, other]) => isDone(other.options) && now - other.since >= READ_MS)
        if (!isUrgent && !isRead) {
          // Of waiting successes only the newest is kept.
          if (isDone(options)) queue = queue.filter((waiting) => !isDone(waiting.options))
          queue.push({ options, since: now })
          return
        }
        // An urgent toast does not wait. Those that it replaces are shown again after it, except successes.
        const undone = others.map(([, other]) => other).filter((other) => !isDone(other.options))
        queue.unshift(...undone.map((other) => ({ ...other, since: now })))
        for (const [other] of others) close(other)
      }
      standing.set(kind, { options, since: Date.now() })
      add({
        id: kind,
        title: options.title,
        description: options.description,
        timeout: options.durationMs ?? (options.tone === 'success' ? duration.current : DEFAULT_MS),
        onClose: () => standing.delete(kind),
        // Base UI has removed this one from its store only after the callback.
        onRemove: () => queueMicrotask(showNext),
        data: options,
      })
    }

    function showNext() {
      if (standing.size > 0) return
      const oldest = Date.now() - WAITS_MS
      queue = queue.filter((waiting) => !isDone(waiting.options) || waiting.since >= oldest)
      const next = queue.shift()
      if (next) show(next.options)
    }

    function handle(command: ToastCommand) {
      switch (command.do) {
        case 'show':
          show(command.options)
          return
        case 'clear-done':
          queue = queue.filter(({ options }) => outlastsDialogs(options))
          for (const [kind, { options }] of [...standing]) if (!outlastsDialogs(options)) close(kind)
          return
        case 'dismiss':
          queue = queue.filter(({ options }) => nameKind(options) !== command.kind)
          close(command.kind)
          return
        case 'remark': {
          const { kind, remark } = command
          const said = standing.get(kind)
          if (said) show({ ...said.options, remark })
          for (const queued of queue) {
            if (!said && nameKind(queued.options) === kind) queued.options = { ...queued.options, remark }
          }
        }
      }
    }

    return attachToaster(handle)
  }, [add, close])
}

/** Whether it is a success without an action. */
function isDone({ tone, action }: ToastOptions): boolean {
  return tone === 'success' && action === undefined
}

function nameKind({ kind, tone, title }: ToastOptions): string {
  return kind ?? (tone === 'error' ? ERROR : title)
}

function ToastCard({ item }: { item: Toast.Root.ToastObject<ToastOptions> }) {
  const { close } = Toast.useToastManager<ToastOptions>()
  const action = item.data?.action
  return (
    <Toast.Root
      toast={item}
      swipeDirection={['down', 'up', 'right']}
      className={classNames(
        'on-night rounded-xl border border-transparent text-ivory shadow-lift ring-1 ring-ivory/20',
        'transition-[opacity,translate] duration-200 ease-calm data-limited:hidden',
        'data-ending-style:-translate-y-2 data-ending-style:opacity-0',
        'data-starting-style:-translate-y-2 data-starting-style:opacity-0',
        item.data?.tone === 'error' ? 'bg-wine' : 'bg-night',
      )}
    >
      <Toast.Content className="flex items-center gap-3 py-2 pr-1 pl-4">
        {/* A long action goes below the text instead of squeezing it. */}
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
          {/* role=alert: Base UI hides toasts of high priority from assistive technology. */}
          <div role={item.data?.tone === 'error' ? 'alert' : undefined} className="min-w-0 flex-[1_1_11rem] py-1">
            <Toast.Title className="text-sm font-semibold" />
            <Toast.Description className="text-sm break-words text-ivory/90" />
            {item.data?.remark && <p className="text-sm text-gold-light">{item.data.remark}</p>}
          </div>
          {action && (
            <button
              type="button"
              className="min-h-11 rounded-full text-sm font-semibold text-gold-light underline underline-offset-4"
              onClick={() => {
                action.onClick()
                close(item.id)
              }}
            >
              {action.label}
            </button>
          )}
        </div>
        <Toast.Close
          aria-label="Zamknij powiadomienie"
          aria-hidden={false}
          className="grid size-11 shrink-0 place-items-center rounded-full"
        >
          <Icon d={CROSS} className="size-4" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  )
}
