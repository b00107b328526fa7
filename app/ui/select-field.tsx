import { type ComponentProps, useId } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

const DOWN = 'm6 9 6 6 6-6'

type SelectFieldProps = Omit<ComponentProps<'select'>, 'id'> & {
  label: string
  /** A Polish sentence; shown at the field and read with it. */
  error?: string
}

/** A labelled native select whose label stays and whose error stands under it. */
export function SelectField({ label, error, className, required, children, ...select }: SelectFieldProps) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
        {required && (
          <span aria-hidden="true" className="text-wine">
            {' '}
            *
          </span>
        )}
      </label>
      <div className="relative">
        <select
          id={id}
          className={classNames(
            'min-h-12 w-full appearance-none rounded-lg border bg-white py-2 pr-10 pl-3.5 text-base text-night',
            error ? 'border-2 border-wine' : 'border-night/45 hover:border-night/70',
          )}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          {...select}
        >
          {children}
        </select>
        <Icon d={DOWN} className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2" />
      </div>
      {error && (
        <p id={`${id}-note`} className="mt-1 text-xs font-medium text-wine">
          {error}
        </p>
      )}
    </div>
  )
}
