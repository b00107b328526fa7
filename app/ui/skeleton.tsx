import { classNames } from './class-names.ts'

/** A placeholder for content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('block animate-pulse rounded-md bg-sand', className)} />
}
