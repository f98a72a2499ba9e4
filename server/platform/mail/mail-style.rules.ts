/**
 * What no attribute can say of a mail: narrow and dark screens, and the parts of a formatted text. It is the same for all
 * mails, so that the pages that show one allow it by its hash.
 */
export const mailStyle =
  ":root{color-scheme:light dark;supported-color-schemes:light dark}" +
  "body{-webkit-text-size-adjust:100%;text-size-adjust:100%}" +
  ".content p,.content ul,.content ol,.content blockquote,.content pre,.content table{margin:0 0 14px}" +
  ".content h1,.content h2,.content h3,.content h4{margin:20px 0 10px;font-size:17px;line-height:1.3}" +
  ".content ul,.content ol{padding-left:22px}" +
  ".content blockquote{padding-left:12px;border-left:3px solid #c9c9d2}" +
  ".content pre{white-space:pre-wrap}" +
  ".formatted table{width:100%;table-layout:fixed;border-collapse:collapse}" +
  ".formatted th,.formatted td{padding:6px 8px;border:1px solid #c9c9d2;text-align:left;vertical-align:top}" +
  ".formatted a{color:#3b3fb6}" +
  "@media (max-width:480px){.around{padding:10px 6px!important}.inside{padding-left:16px!important;padding-right:16px!important}}" +
  "@media (prefers-color-scheme:dark){.page{background:#121215!important}.card{background:#1d1d22!important}" +
  ".text{color:#ececf1!important}.quiet{color:#adaebb!important}.line{border-color:#35353d!important}" +
  ".brand,.address,.formatted a{color:#b4b7ff!important}}";

/** Its hash, for the policy of pages. */
export const mailStyleHash = "sha256-k+hzVDAMcm6a0zVhOOdC7GSMXnE1Piuz+OC5gRGwX98=";
