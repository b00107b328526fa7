import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { preloadDialog, useDialogs } from '#app/dialogs/dialogs.ts'

type ReviewPicturesProps = { keys: readonly string[]; title: string }

export default function PictureButtons({ keys, title }: ReviewPicturesProps) {
  const { open } = useDialogs()
  const pictures = keys.map((image_key, index) => ({ image_key, alt: `${title}, zdjęcie ${index + 1}` }))
  const preload = () => preloadDialog('picture')
  return (
    <ul className="mt-3 flex flex-wrap gap-2">
      {pictures.map(({ image_key, alt }) => (
        <li key={image_key}>
          <button
            type="button"
            aria-label={`Powiększ: ${alt}`}
            className="block cursor-zoom-in overflow-hidden rounded-lg"
            onPointerEnter={preload}
            onFocus={preload}
            onClick={() => open({ name: 'picture', imageKey: image_key, productName: title, pictures })}
          >
            <ProductPicture imageKey={image_key} alt="" sizes="5rem" className="w-20" />
          </button>
        </li>
      ))}
    </ul>
  )
}
