import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { CROSS, Icon } from './icon.tsx'

type NoticeBarProps = {
  label: string
  /** One sentence, read out as it appears. */
  text: string
  /** How wide its content is. */
  className: string
  close?: { label: string; onClose: () => void }
  /** What can be done about it. */
  children: ReactNode
}

/** Under the header of every page, until what it tells is closed or done. */
export function NoticeBar({ label, text, className, close, children }: NoticeBarProps) {
  return (
    <aside aria-label={label} className="border-b border-gold bg-sand text-sm print:hidden">
      <div className={classNames('flex items-center gap-x-4', className)}>
        <p className="flex flex-1 flex-wrap items-center gap-x-4 py-1">
          <span role="status" className="wrap-anywhere">
            {text}
          </span>
          {children}
        </p>
        {close && (
          <button
            type="button"
            aria-label={close.label}
            onClick={close.onClose}
            className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-ivory"
          >
            <Icon d={CROSS} className="size-4" />
          </button>
        )}
      </div>
    </aside>
  )
}

/** Of a link or button in the bar. */
export const NOTICE_ACTION = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4'
