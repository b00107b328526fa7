import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { classNames } from './class-names.ts'
import { attachToaster, type ToastOptions } from './toast.ts'

const SHOWN_MS = 4000
const AT_MOST = 3
/** The id every error toast has: the next one takes the place of the last. */
const ERROR = 'error'

/** The toasts themselves; loaded by ToastHost with the first one. */
export default function Toaster() {
  return (
    <Toast.Provider timeout={SHOWN_MS} limit={AT_MOST}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label="Powiadomienia"
          className="fixed inset-x-3 bottom-32 z-100 flex flex-col gap-2 outline-none sm:top-3 sm:bottom-auto sm:mx-auto sm:w-96 lg:top-auto lg:right-auto lg:bottom-5 lg:left-5"
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { toasts, add, close } = Toast.useToastManager<ToastOptions>()

  useEffect(
    () =>
      attachToaster((options) => {
        // One error at a time, and none beside what came out well after it: a sentence must not outlive its reason.
        const isError = options.tone === 'error'
        if (!isError) close(ERROR)
        add({
          ...(isError && { id: ERROR }),
          title: options.title,
          description: options.description,
          priority: isError ? 'high' : 'low',
          data: options,
        })
      }),
    [add, close],
  )

  return toasts.map((item) => (
    <Toast.Root
      key={item.id}
      toast={item}
      swipeDirection={['down', 'up', 'right']}
      className={classNames(
        'on-night rounded-xl text-ivory shadow-lift transition-[opacity,translate] duration-200 ease-calm',
        'data-ending-style:-translate-y-2 data-ending-style:opacity-0 data-limited:hidden data-starting-style:-translate-y-2 data-starting-style:opacity-0',
        item.data?.tone === 'error' ? 'bg-wine' : 'bg-night',
      )}
    >
      <Toast.Content className="flex items-center gap-3 py-2 pr-1 pl-4">
        <div className="min-w-0 flex-1 py-1">
          <Toast.Title className="text-sm font-semibold" />
          <Toast.Description className="text-sm break-words text-ivory/90" />
        </div>
        {item.data?.action && (
          <button
            type="button"
            className="min-h-11 rounded-full px-3 text-sm font-semibold text-gold-light underline underline-offset-4"
            onClick={() => {
              item.data?.action?.onClick()
              close(item.id)
            }}
          >
            {item.data.action.label}
          </button>
        )}
        <Toast.Close
          aria-label="Zamknij powiadomienie"
          className="grid size-11 shrink-0 place-items-center rounded-full"
        >
          <X aria-hidden="true" className="size-4" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
