import type { ReactNode } from 'react'
import { href, Link, useSearchParams } from 'react-router'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'

/** A sheet to print: black on white, as A4 or as a label of 100 x 150 mm. Nothing around it is printed. */
export function PrintSheet({ title, children }: { title: string; children: ReactNode }) {
  const [params] = useSearchParams()
  const isLabel = params.get('format') === 'label'
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2 print:hidden">
        <h1 className="mr-auto font-display text-2xl">{title}</h1>
        <Link to={href('/admin/pakowanie')} className={buttonClass('quiet', 'tight')}>
          Pakowanie
        </Link>
        <Link
          to={{ search: isLabel ? '' : '?format=label' }}
          replace
          preventScrollReset
          className={buttonClass('secondary', 'tight')}
        >
          {isLabel ? 'Format A4' : 'Format 100 × 150 mm'}
        </Link>
        <Button onClick={() => window.print()}>Drukuj</Button>
      </div>
      <div
        className={classNames(
          'print-sheet mx-auto border border-night/20 bg-white text-black print:border-0 print:p-0',
          isLabel ? 'print-label max-w-[100mm] p-[4mm] text-xs' : 'max-w-[210mm] p-[12mm] text-sm',
        )}
      >
        {children}
      </div>
    </>
  )
}
