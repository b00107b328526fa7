import { classNames } from '#app/ui/class-names.ts'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import type { ShownPicture } from '#domain/labels/label-file.ts'
import { GUARANTEE_NOTICE } from '#domain/labels/legal-notices.ts'

type GuaranteeNoticeProps = {
  /** The official file; null: a text is shown instead. */
  official: ShownPicture | null
  /** The small variant beside the sums of an order: a press opens the official file. */
  small?: boolean
  className?: string
}

/** The notice of the legal guarantee: complete, in colour and visible, as the law requires before every purchase. */
export function GuaranteeNotice({ official, small = false, className }: GuaranteeNoticeProps) {
  if (official !== null) {
    const { url, width, height } = official
    const picture = (
      <img
        src={url}
        width={width}
        height={height}
        alt={`Zawiadomienie o prawnej gwarancji zgodności. ${GUARANTEE_NOTICE.text}`}
        className={classNames(
          'h-auto object-contain object-left',
          small ? 'max-h-60 max-w-60' : 'max-h-[60dvh] w-full max-w-96',
          className,
        )}
      />
    )
    return small ? <NewTabLink href={url}>{picture}</NewTabLink> : picture
  }
  const { title, text, link, url, qr } = GUARANTEE_NOTICE
  return (
    <aside
      aria-label="Gwarancja prawna"
      className={classNames(
        'flow-root rounded-xl border border-night/20 bg-white',
        small ? 'p-3 text-xs' : 'p-4 text-sm',
        className,
      )}
    >
      <img
        src={qr}
        width={246}
        height={246}
        alt=""
        className={classNames('float-right ml-3 [image-rendering:pixelated]', small ? 'size-14' : 'mb-2 size-20')}
      />
      <p className={classNames('font-display leading-tight', small ? 'text-base' : 'text-lg')}>{title}</p>
      <p className={small ? 'mt-1' : 'mt-1.5'}>{text}</p>
      <NewTabLink href={url} className="inline-block py-2 font-medium underline underline-offset-4">
        {link}
      </NewTabLink>
    </aside>
  )
}
