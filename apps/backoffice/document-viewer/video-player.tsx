import { Button } from '@eclusa/ui/components/button.tsx'
import { useKeys } from '@eclusa/ui/components/use-shortcuts.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useEffect, useRef, useState } from 'react'
import { Undrawn } from './download-fallback.tsx'
import type { FileViewerProps } from './file.ts'
import { papers } from './messages.ts'
import type { Still } from './video-frame.tsx'
import style from './video-player.module.css'
import { filmTime, openFrames } from './video-time.ts'
import type { ViewportSize } from './viewport.ts'
import { Stage } from './zoom-pane.tsx'

const speeds = [0.1, 0.25, 0.5, 1, 2]

interface VideoPlayerProps extends FileViewerProps {
  /** Its duration from the record: a video recorded by a browser does not contain it. */
  seconds?: number | undefined
  /** The start position. */
  from?: number | undefined
  onStill: (still: Still) => void
}

/** A video: variable speed, frame by frame, and a frame can be kept for comparison. */
export function Film({ file, name, inHand, seconds = 0, from = 0, onStill }: VideoPlayerProps) {
  const say = useMessages(papers)
  const film = useRef<HTMLVideoElement>(null)
  const frames = useRef<ReturnType<typeof openFrames>>(undefined)
  const left = useRef({ at: from, playing: false })
  const [own, setOwn] = useState<ViewportSize>()
  const [length, setLength] = useState(seconds)
  const [at, setAt] = useState(0)
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState(1)
  const [silent, setSilent] = useState(true)
  const [broken, setBroken] = useState<string>()

  useEffect(() => {
    film.current!.playbackRate = speed
  }, [speed])
  // A new URL reloads it at the same position.
  useEffect(() => {
    const video = film.current!
    if (video.currentTime > 0) left.current = { at: video.currentTime, playing: !video.paused }
    video.src = file.url
    const seen = openFrames(video)
    frames.current = seen
    return () => seen.close()
  }, [file.url])

  const act = {
    play: () => void (film.current!.paused ? film.current!.play() : film.current!.pause()),
    back: () => frames.current?.step(-1),
    on: () => frames.current?.step(1),
    slower: () => setSpeed((now) => speeds[speeds.indexOf(now) - 1] ?? now),
    faster: () => setSpeed((now) => speeds[speeds.indexOf(now) + 1] ?? now),
    still: async () => {
      const { currentTime } = film.current!
      film.current!.pause()
      onStill({ bitmap: await createImageBitmap(film.current!), file_id: file.file_id, at: currentTime })
    },
  }
  useKeys(
    inHand
      ? { p: act.play, ',': act.back, '.': act.on, '<': act.slower, '>': act.faster, f: () => void act.still() }
      : {},
  )

  const bar = (
    <div className={style.bar}>
      <span className={style.place}>
        <input
          type="range"
          className={style.position}
          aria-label={say.position}
          aria-valuetext={filmTime(at)}
          min={0}
          max={length}
          step={0.001}
          value={at}
          onChange={(event) => {
            film.current!.currentTime = Number(event.target.value)
          }}
        />
        <span className={style.time}>
          {filmTime(at)} / {filmTime(length)}
        </span>
      </span>
      <span className={style.buttons}>
        <Button
          look="quiet"
          icon="frameBack"
          aria-label={say.frameBack}
          title={`${say.frameBack} (,)`}
          onClick={act.back}
        />
        <Button
          look="quiet"
          icon={playing ? 'pause' : 'play'}
          aria-label={playing ? say.pause : say.play}
          title={`${playing ? say.pause : say.play} (P)`}
          onClick={act.play}
        />
        <Button look="quiet" icon="frameOn" aria-label={say.frameOn} title={`${say.frameOn} (.)`} onClick={act.on} />
        <select
          className={style.speed}
          aria-label={say.speed}
          title={`${say.speed} (< >)`}
          value={speed}
          onChange={(event) => setSpeed(Number(event.target.value))}
        >
          {speeds.map((one) => (
            <option key={one} value={one}>
              {one}×
            </option>
          ))}
        </select>
        <Button
          look="quiet"
          icon={silent ? 'silent' : 'sound'}
          aria-label={silent ? say.sound : say.silent}
          title={silent ? say.sound : say.silent}
          onClick={() => setSilent(!silent)}
        />
        <Button
          look="quiet"
          icon="still"
          aria-label={say.still}
          title={`${say.still} (F)`}
          onClick={() => void act.still()}
        />
      </span>
    </div>
  )
  if (broken === file.url) return <Undrawn file={file} broken />
  return (
    <Stage label={name} own={own} inHand={inHand} tools={bar}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a video of a face without speech has no captions. */}
      <video
        ref={film}
        aria-label={name}
        preload="auto"
        playsInline
        muted={silent}
        disablePictureInPicture
        onLoadedMetadata={({ currentTarget: video }) => {
          setOwn({ width: video.videoWidth, height: video.videoHeight })
          setLength(Number.isFinite(video.duration) ? video.duration : seconds)
          video.playbackRate = speed
          if (left.current.at > 0) video.currentTime = left.current.at
          if (left.current.playing) void video.play()
        }}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onSeeked={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onError={() => setBroken(file.url)}
      />
    </Stage>
  )
}
