import { useEffect, useId, useState } from 'react'
import { Dialog } from '../components/dialog.tsx'
import { Icon, type IconName } from '../components/icon.tsx'
import { defineMessages, language, languages, useMessages } from '../i18n/language.ts'
import { theme, themes } from '../i18n/theme.ts'
import { frame } from './layout-messages.ts'
import style from './palette.module.css'
import type { NavigationTarget } from './place.ts'

const told = defineMessages({
  'pt-BR': {
    title: 'Comandos',
    write: 'Digite um comando',
    go: (page: string) => `Ir para ${page}`,
    none: 'Nenhum comando encontrado.',
  },
  'en-US': {
    title: 'Commands',
    write: 'Type a command',
    go: (page: string) => `Go to ${page}`,
    none: 'No command found.',
  },
})

export interface Command {
  name: string
  icon?: IconName
  run: () => void
}

/** Commands that a page adds to the palette while it is shown. */
const added = new Set<Command[]>()

export function useCommands(commands: Command[]): void {
  useEffect(() => {
    added.add(commands)
    return () => void added.delete(commands)
  })
}

interface PaletteProps {
  open: boolean
  onClose: () => void
  openKeys: () => void
  /** The targets of navigation. */
  places: NavigationTarget[]
}

/** Command palette: every available action, filtered by a part of its name. */
export function Palette({ open, ...rest }: PaletteProps) {
  const say = useMessages(told)
  return (
    <Dialog open={open} onClose={rest.onClose} title={say.title}>
      <Commands {...rest} />
    </Dialog>
  )
}

function Commands({ onClose, openKeys, places }: Omit<PaletteProps, 'open'>) {
  const say = useMessages(told)
  const list = useId()
  const all = useEveryCommand(openKeys, places)
  const [written, setWritten] = useState('')
  const [at, setAt] = useState(0)
  const found = all.filter(({ name }) => plain(name).includes(plain(written)))
  const chosen = found[Math.min(at, found.length - 1)]

  function run(command: Command | undefined): void {
    if (!command) return
    onClose()
    command.run()
  }

  return (
    <>
      <input
        className={style.write}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={chosen && `${list}-${found.indexOf(chosen)}`}
        aria-label={say.write}
        placeholder={say.write}
        autoFocus
        value={written}
        onChange={(event) => {
          setWritten(event.target.value)
          setAt(0)
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
          if (step !== undefined) {
            event.preventDefault()
            setAt((Math.min(at, found.length - 1) + step + found.length) % Math.max(found.length, 1))
          } else if (event.key === 'Enter') {
            // Runs after keyup: otherwise the key would act on the newly focused element.
            event.preventDefault()
            run(chosen)
          }
        }}
      />
      <div id={list} role="listbox" aria-label={say.title} className={style.list}>
        {found.map((command, index) => (
          // The focus stays in the input above.
          <div
            key={command.name}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={command === chosen}
            className={style.command}
            onClick={() => run(command)}
            onKeyDown={() => {}}
            onPointerMove={() => setAt(index)}
          >
            <Icon name={command.icon ?? 'right'} />
            {command.name}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={style.none}>{say.none}</p>}
    </>
  )
}

function useEveryCommand(openKeys: () => void, places: NavigationTarget[]): Command[] {
  const say = useMessages(told)
  const words = useMessages(frame)
  return [
    ...[...added].flat(),
    ...places.map(({ name, icon, go }) => ({ name: say.go(name), icon, run: go })),
    { name: words.keys, run: openKeys },
    ...languages.map((value) => ({
      name: `${words.language}: ${words.languages[value]}`,
      run: () => language.set(value),
    })),
    ...themes.map((value) => ({
      name: `${words.theme}: ${words.themes[value]}`,
      run: () => theme.set(value),
    })),
  ]
}

/** Ignores accents and case. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
