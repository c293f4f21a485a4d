import { Button } from '@eclusa/ui/components/button.tsx'
import { Icon } from '@eclusa/ui/components/icon.tsx'
import { KeyCap } from '@eclusa/ui/components/key-cap.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { frame } from '@eclusa/ui/layout/layout-messages.ts'
import style from '@eclusa/ui/layout/navigation.module.css'
import { Link } from '@tanstack/react-router'
import { room } from './messages.ts'
import { pages } from './pages.ts'
import { PersonMenu } from './person-menu.tsx'

interface LayoutProps {
  openKeys: () => void
  openPalette: () => void
}

export function Navigation({ openKeys, openPalette }: LayoutProps) {
  const { navigation, commands, keys } = useMessages(frame)
  const say = useMessages(room)
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
