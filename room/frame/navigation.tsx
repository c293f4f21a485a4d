import { Link } from '@tanstack/react-router'
import style from '../../desk/frame/navigation.module.css'
import { frame } from '../../desk/frame/words.ts'
import { Button } from '../../desk/parts/button.tsx'
import { Icon } from '../../desk/parts/icon.tsx'
import { KeyCap } from '../../desk/parts/key-cap.tsx'
import { useWords } from '../../desk/words/language.ts'
import { pages } from './pages.ts'
import { PersonMenu } from './person-menu.tsx'
import { room } from './words.ts'

interface Props {
  openKeys: () => void
  openPalette: () => void
}

export function Navigation({ openKeys, openPalette }: Props) {
  const { navigation, commands, keys } = useWords(frame)
  const say = useWords(room)
  return (
    <header className={style.bar}>
      <div className={style.brand}>
        <img src={`${import.meta.env.BASE_URL}mark.svg`} alt="" width="20" height="20" />
        <span>Eclusa</span>
      </div>
      <button type="button" className={style.find} onClick={openPalette}>
        <Icon name="search" />
        <span className={style.word}>{commands}</span>
        <KeyCap>Ctrl K</KeyCap>
      </button>
      <nav className={style.pages} aria-label={navigation}>
        {pages.map(({ name, to }) => (
          <Link
            key={name}
            to={to}
            className={style.page}
            title={say.pages[name]}
            activeOptions={{ includeSearch: false }}
          >
            <Icon name={name} />
            <span className={style.word}>{say.pages[name]}</span>
          </Link>
        ))}
      </nav>
      <div className={style.end}>
        <Button className={style.keys} look="quiet" onClick={openKeys} shortcut="?">
          {keys}
        </Button>
        <PersonMenu />
      </div>
    </header>
  )
}
