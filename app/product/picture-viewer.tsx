import { useRef, useState } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { buildPictureUrl, PICTURE_RATIO } from '#domain/catalog/product.ts'

type PictureViewerProps = { open: boolean; onClose: () => void; imageKey: string; productName: string }

/** The picture as large as the screen allows; pressed, twice as large and scrollable. */
export default function PictureViewer({ open, onClose, imageKey, productName }: PictureViewerProps) {
  const [zoomed, setZoomed] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  return (
    <Dialog open={open} onClose={onClose} title={`${productName}, zdjęcie`} hideTitle size="lg">
      <div ref={scroller} className="max-h-[88dvh] overflow-auto bg-night">
        <button
          type="button"
          aria-pressed={zoomed}
          aria-label={zoomed ? 'Pomniejsz zdjęcie' : 'Powiększ zdjęcie'}
          className={classNames('mx-auto block', zoomed ? 'w-[200%] cursor-zoom-out' : 'w-fit cursor-zoom-in')}
          onClick={(event) => {
            // The pressed point stays under the finger.
            const box = event.currentTarget.getBoundingClientRect()
            const x = (event.clientX - box.left) / box.width
            const y = (event.clientY - box.top) / box.height
            setZoomed(!zoomed)
            requestAnimationFrame(() => {
              const view = scroller.current
              if (!view) return
              view.scrollTo(x * view.scrollWidth - view.clientWidth / 2, y * view.scrollHeight - view.clientHeight / 2)
            })
          }}
        >
          <picture>
            <source type="image/avif" srcSet={buildPictureUrl(imageKey, 960, 'avif')} />
            <img
              src={buildPictureUrl(imageKey, 960, 'webp')}
              width={PICTURE_RATIO.width}
              height={PICTURE_RATIO.height}
              alt={productName}
              className={classNames('h-auto', zoomed ? 'w-full max-w-none' : 'max-h-[88dvh] w-auto max-w-full')}
            />
          </picture>
        </button>
      </div>
    </Dialog>
  )
}
