import { Button } from '@eclusa/ui/components/button.tsx'
import { useKeys } from '@eclusa/ui/components/use-shortcuts.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useState } from 'react'
import style from './compare-view.module.css'
import { Paper } from './document.tsx'
import type { PaperFile } from './file.ts'
import { papers } from './messages.ts'
import { type Still, StillPicture } from './video-frame.tsx'
import { filmTime } from './video-time.ts'

/** Files of one person, or of the company itself. */
export interface PaperGroup {
  key: string
  title?: string
  files: PaperFile[]
}

interface CompareViewProps {
  groups: PaperGroup[]
  nameOf: (file: PaperFile) => string
  /** What a file is compared with: a face, if there is one. */
  companionOf: (file: PaperFile) => PaperFile | undefined
  secondsOf: (file: PaperFile) => number | undefined
  /** The file shown first. */
  first: string | undefined
}

const STILL = 'still'
type ViewerSlot = 'main' | 'beside'

/** Viewer for documents and videos, one alone or two side by side. */
export function LightTable({ groups, nameOf, companionOf, secondsOf, first }: CompareViewProps) {
  const say = useMessages(papers)
  const files = groups.flatMap((group) => group.files)
  const [chosen, setMain] = useState(first)
  const [beside, setBeside] = useState<string>()
  const [hand, setHand] = useState<ViewerSlot>('main')
  const [still, setStill] = useState<Still>()
  const [large, setLarge] = useState(false)
  const fileOf = (id: string | undefined) => files.find(({ file_id }) => file_id === id)
  const isStill = chosen === STILL && still !== undefined
  const main = fileOf(isStill ? still.file_id : chosen) ?? files[0]
  const other = beside === undefined ? undefined : fileOf(beside)
  const ids = [...files.map(({ file_id }) => file_id), ...(still ? [STILL] : [])]
  const shown = isStill ? STILL : main?.file_id

  function show(id: string): void {
    setMain(id)
    setHand('main')
  }
  const step = (by: number) => show(ids[(ids.indexOf(shown ?? '') + by + ids.length) % ids.length]!)
  function toggleBeside(): void {
    setBeside(other ? undefined : main && (companionOf(main)?.file_id ?? main.file_id))
    setHand('main')
  }
  function keep(taken: Still): void {
    still?.bitmap.close()
    setStill(taken)
    show(STILL)
    const film = fileOf(taken.file_id)
    setBeside((now) => (film && companionOf(film)?.file_id) ?? now)
  }
  useKeys({
    ']': () => step(1),
    '[': () => step(-1),
    s: toggleBeside,
    e: () => setLarge(!large),
    ...(large && { Escape: () => setLarge(false) }),
  })
  if (!main) return null

  const stillName = still ? say.stillAt(filmTime(still.at)) : say.stillName
  const groupOf = (file: PaperFile) => groups.find((group) => group.files.includes(file))!
  const whose = groupOf(main)
  const named = (file: PaperFile) => {
    const { title } = groupOf(file)
    return title ? `${nameOf(file)} · ${title}` : nameOf(file)
  }
  const choice = (id: string, name: string) => (
    <li key={id}>
      <button type="button" className={style.choice} aria-pressed={id === shown} onClick={() => show(id)}>
        {name}
      </button>
    </li>
  )
  const take = (place: ViewerSlot) => ({
    'data-in-hand': other !== undefined && hand === place,
    onFocusCapture: () => setHand(place),
    onPointerDownCapture: () => setHand(place),
  })
  return (
    <div className={`${style.table} ${large ? style.large : ''}`}>
      <div className={style.head}>
        <nav className={style.list} aria-label={say.list}>
          {groups.length > 1 && (
            <select
              className={style.select}
              aria-label={say.whose}
              value={whose.key}
              onChange={(event) => show(groups.find(({ key }) => key === event.target.value)!.files[0]!.file_id)}
            >
              {groups.map(({ key, title }) => (
                <option key={key} value={key}>
                  {title}
                </option>
              ))}
            </select>
          )}
          <ul className={style.choices}>
            {whose.files.map((file) => choice(file.file_id, nameOf(file)))}
            {still && choice(STILL, stillName)}
          </ul>
        </nav>
        <span className={style.views}>
          <Button look="quiet" icon="beside" shortcut="S" aria-pressed={other !== undefined} onClick={toggleBeside}>
            {other ? say.alone : say.beside}
          </Button>
          <Button look="quiet" icon="fit" shortcut="E" aria-pressed={large} onClick={() => setLarge(!large)}>
            {large ? say.small : say.large}
          </Button>
        </span>
      </div>
      <div className={style.panes} data-two={other !== undefined}>
        <figure className={style.pane} {...take('main')}>
          <figcaption className={style.caption}>{isStill ? stillName : named(main)}</figcaption>
          <div className={style.body}>
            {isStill ? (
              <StillPicture still={still} name={stillName} inHand={hand === 'main'} />
            ) : (
              <Paper
                key={main.file_id}
                file={main}
                name={named(main)}
                inHand={hand === 'main'}
                onStill={keep}
                seconds={secondsOf(main)}
                from={still?.file_id === main.file_id ? still.at : undefined}
              />
            )}
          </div>
        </figure>
        {other && (
          <figure className={style.pane} {...take('beside')}>
            <figcaption className={style.caption}>
              <select
                className={style.select}
                aria-label={say.besideWhat}
                value={other.file_id}
                onChange={(event) => setBeside(event.target.value)}
              >
                {files.map((file) => (
                  <option key={file.file_id} value={file.file_id}>
                    {named(file)}
                  </option>
                ))}
              </select>
            </figcaption>
            <div className={style.body}>
              <Paper
                key={other.file_id}
                file={other}
                name={named(other)}
                inHand={hand === 'beside'}
                onStill={keep}
                seconds={secondsOf(other)}
              />
            </div>
          </figure>
        )}
      </div>
    </div>
  )
}
