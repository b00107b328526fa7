import { type ReactNode, useState } from 'react'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import { type Film, labelFilmPlace } from '#domain/films/film.ts'

const PLAY = 'M6 4.5v15l13-7.5z'

type FilmsProps = { title: string; films: readonly Film[]; ownTitle: string }

/** The owner's films, or the shop's default film. A film is loaded only when it is pressed. */
export function Films({ title, films, ownTitle }: FilmsProps) {
  return (
    <div className="page-width mt-12 sm:mt-16">
      <h3 className="font-display text-xl sm:text-2xl">{title}</h3>
      <ul className="mt-5 flex flex-wrap gap-4 sm:gap-5">
        {films.length === 0 ? (
          <li className="w-full max-w-2xl">
            <PlayableFilm title={ownTitle} files={['/film/quality.webm', '/film/quality.mp4']} shape="aspect-video">
              <img
                src="/film/quality-poster.webp"
                width={1280}
                height={720}
                alt=""
                loading="lazy"
                className="size-full object-cover"
              />
            </PlayableFilm>
          </li>
        ) : (
          films.map(({ id, title, image_key, file, link }) => (
            <li key={id} className="w-[calc(50%-0.5rem)] sm:w-64">
              {link === null ? (
                <PlayableFilm title={title} files={[`/media/films/${file}`]} shape="aspect-4/5">
                  <Poster imageKey={image_key} />
                </PlayableFilm>
              ) : (
                <NewTabLink href={link} className="group block">
                  <Frame shape="aspect-4/5">
                    <Poster imageKey={image_key} />
                  </Frame>
                  <Caption title={title} place={labelFilmPlace(link)} />
                </NewTabLink>
              )}
            </li>
          ))
        )}
      </ul>
    </div>
  )
}

const focus = (video: HTMLVideoElement | null) => video?.focus()

type PlayableFilmProps = { title: string; files: readonly string[]; shape: string; children: ReactNode }

/** A poster that plays the film when pressed; without JavaScript it links to the file. */
function PlayableFilm({ title, files, shape, children }: PlayableFilmProps) {
  const [isPlaying, setPlaying] = useState(false)
  if (isPlaying)
    return (
      <>
        {/* biome-ignore lint/a11y/useMediaCaption: short films without speech */}
        <video
          ref={focus}
          tabIndex={0}
          aria-label={title}
          controls
          autoPlay
          playsInline
          className={`w-full rounded-3xl bg-night-soft ${shape}`}
        >
          {files.map((file) => (
            <source key={file} src={file} type={`video/${file.split('.').at(-1)}`} />
          ))}
        </video>
        <Caption title={title} />
      </>
    )
  return (
    <a
      href={files.at(-1)}
      className="group block"
      onClick={(event) => {
        event.preventDefault()
        setPlaying(true)
      }}
    >
      <Frame shape={shape}>{children}</Frame>
      <span className="sr-only">Odtwórz film: </span>
      <Caption title={title} />
    </a>
  )
}

function Frame({ shape, children }: { shape: string; children: ReactNode }) {
  return (
    <span className={`relative block overflow-hidden rounded-3xl bg-night-soft ${shape}`}>
      {children}
      <span className="absolute inset-0 grid place-items-center">
        <span className="grid size-14 place-items-center rounded-full bg-night/75 text-ivory group-hover:bg-night">
          <Icon d={PLAY} className="size-6" />
        </span>
      </span>
    </span>
  )
}

const Poster = ({ imageKey }: { imageKey: string }) => (
  <ProductPicture imageKey={imageKey} alt="" sizes="(min-width: 40rem) 16rem, 50vw" className="w-full" />
)

function Caption({ title, place = null }: { title: string; place?: string | null }) {
  return (
    <span className="mt-2 block text-sm">
      <span className="font-semibold group-hover:underline">{title}</span>
      {place !== null && <span className="block text-oud">Zobacz na: {place}</span>}
    </span>
  )
}
