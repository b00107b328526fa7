import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { CROSS, Icon } from './icon.tsx'

type MessageBarProps = {
  label: string
  /** One sentence, announced when it appears. */
  text: ReactNode
  /** Sets the width of the content. */
  className: string
  close?: { label: string; onClose: () => void }
  /** Links and buttons after the sentence. */
  children: ReactNode
}

/** A notice under the header of every page, until it is closed or no longer true. */
export function MessageBar({ label, text, className, close, children }: MessageBarProps) {
  return (
    <aside aria-label={label} className="border-b border-gold bg-sand text-sm max-sm:text-xs print:hidden">
      <div className={classNames('flex min-h-11 items-center gap-x-3', className)}>
        <p className="min-w-0 flex-1 py-2">
          <span role="status" className="wrap-anywhere tabular-nums">
            {text}
          </span>{' '}
          <span className="whitespace-nowrap sm:ml-2">{children}</span>
        </p>
        {close && (
          <button
            type="button"
            aria-label={close.label}
            onClick={close.onClose}
            className="-mr-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-ivory"
          >
            <Icon d={CROSS} className="size-4" />
          </button>
        )}
      </div>
    </aside>
  )
}

/** Classes of a link or button in the bar: in line with the text, with a target as high as a finger needs. */
export const MESSAGE_ACTION =
  'relative font-semibold underline underline-offset-4 after:absolute after:-inset-x-1 after:-inset-y-3'
