"use client";

import { Link, RichTextEditor } from "@mantine/tiptap";
import "@mantine/tiptap/styles.layer.css";
import { type Editor, useEditor } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { useEffect, useEffectEvent, useRef } from "react";
import { t } from "@/texts/t";
import styles from "./rich-text.module.css";

export interface RichTextProps {
  id?: string;
  /** HTML; "" is an empty text */
  value: string;
  onChange: (html: string) => void;
  label: string;
  lang?: string;
  disabled?: boolean;
}

const extensions = [
  StarterKit.configure({ link: false, trailingNode: false, heading: { levels: [1, 2, 3, 4] } }),
  Link.configure({
    openOnClick: false,
    protocols: ["http", "https", "mailto", "tel"],
    HTMLAttributes: { rel: null, target: null, class: null },
  }),
];

const labels = () => ({
  boldControlLabel: t("Bold"),
  italicControlLabel: t("Italic"),
  underlineControlLabel: t("Underline"),
  strikeControlLabel: t("Strikethrough"),
  clearFormattingControlLabel: t("Clear formatting"),
  h2ControlLabel: t("Heading 2"),
  h3ControlLabel: t("Heading 3"),
  bulletListControlLabel: t("Bullet list"),
  orderedListControlLabel: t("Numbered list"),
  blockquoteControlLabel: t("Quote"),
  linkControlLabel: t("Link"),
  unlinkControlLabel: t("Remove link"),
  undoControlLabel: t("Undo"),
  redoControlLabel: t("Redo"),
  linkEditorInputLabel: t("Address of the link"),
  linkEditorExternalLink: t("Open the link in a new tab"),
  linkEditorInternalLink: t("Open the link in the same tab"),
  linkEditorSave: t("Save"),
});

const htmlOf = (editor: Editor) => (editor.isEmpty ? "" : editor.getHTML());

/** The editor of a formatted text, with the tags that the server keeps. Load it with `RichText` of rich-text-field. */
export default function RichTextArea({ id, value, onChange, label, lang, disabled }: RichTextProps) {
  // The editor writes the same text in its own way, such as with paragraphs in lists: that alone is no change.
  const given = useRef({ value, html: undefined as string | undefined });
  const said = (editor: Editor) => {
    const html = htmlOf(editor);
    return html === given.current.html ? given.current.value : html;
  };
  const editor = useEditor({
    extensions,
    content: value,
    editable: !disabled,
    injectCSS: false, // a style element without a nonce would be refused
    immediatelyRender: false,
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        ...(id && { id }),
        ...(lang && { lang }),
      },
    },
    onCreate: ({ editor }) => {
      given.current.html = htmlOf(editor);
    },
    onUpdate: ({ editor }) => onChange(said(editor)),
  });
  // Another text came from outside, such as after a save or a choice of another language.
  const take = useEffectEvent((html: string) => {
    if (!editor || html === said(editor)) return;
    editor.commands.setContent(html, { emitUpdate: false });
    given.current = { value: html, html: htmlOf(editor) };
  });
  useEffect(() => take(value), [value]);
  useEffect(() => editor?.setEditable(!disabled), [editor, disabled]);
  return (
    <RichTextEditor
      editor={editor}
      labels={labels()}
      variant="subtle"
      classNames={{ content: styles.content, root: styles.root }}
    >
      {!disabled && (
        <RichTextEditor.Toolbar>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Underline />
            <RichTextEditor.Strikethrough />
            <RichTextEditor.ClearFormatting />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.H2 />
            <RichTextEditor.H3 />
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
            <RichTextEditor.Blockquote />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link />
            <RichTextEditor.Unlink />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
      )}
      <RichTextEditor.Content />
    </RichTextEditor>
  );
}
