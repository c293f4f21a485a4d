import { Icon } from '../components/icon.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../components/menu.tsx'
import { language, languages, useMessages } from '../i18n/language.ts'
import { theme, themes } from '../i18n/theme.ts'
import { frame } from './layout-messages.ts'
import style from './own-menu.module.css'

interface OwnMenuProps {
  name: string
  /** The roles of the current person, in a few words. */
  told: string
  onLeave: () => void
}

/** The current person, display settings, and logout. */
export function OwnMenu({ name, told, onLeave }: OwnMenuProps) {
  const say = useMessages(frame)
  return (
    <Menu
      button={
        <button type="button" className={style.person} title={`${name} (${told})`}>
          <Icon name="person" />
          <span className="said">{say.person}: </span>
          <span className={style.words}>
            <span className={style.name}>{name}</span>
            <span className={style.roles}>{told}</span>
          </span>
        </button>
      }
    >
      <p className={style.whole}>
        {name}
        <span>{told}</span>
      </p>
      <MenuLine />
      <MenuChoice
        label={say.language}
        value={language.use()}
        options={languages.map((value) => ({ value, label: say.languages[value] }))}
        onChoose={language.set}
      />
      <MenuLine />
      <MenuChoice
        label={say.theme}
        value={theme.use()}
        options={themes.map((value) => ({ value, label: say.themes[value] }))}
        onChoose={theme.set}
      />
      <MenuLine />
      <MenuItem onSelect={onLeave}>{say.logOut}</MenuItem>
    </Menu>
  )
}
