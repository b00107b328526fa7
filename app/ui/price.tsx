import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'
import { classNames } from './class-names.ts'

export function Price({ grosze, className }: { grosze: Grosze; className?: string }) {
  return <span className={classNames('price', className)}>{formatGrosze(grosze)}</span>
}
