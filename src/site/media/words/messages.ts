// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/language/locale.ts';

export const choose_drop_or_paste_an_image = (): string => locale() === 'de' ? "Wähle ein Bild, zieh es hierher oder füge es ein." : "Choose, drop or paste an image.";
export const choose_image = (): string => locale() === 'de' ? "Bild wählen" : "Choose image";
export const failed_to_upload_image = (): string => locale() === 'de' ? "Das Bild konnte nicht hochgeladen werden" : "Failed to upload image";
export const file_too_large = (): string => locale() === 'de' ? "Die Datei muss kleiner als 5 MB sein" : "File size must be less than 5MB";
export const heic_pictures_have_to_be_saved = (): string => locale() === 'de' ? "Die meisten Browser können HEIC-Bilder nicht anzeigen. Wandle dieses zuerst in JPEG um. Um auf dem iPhone JPEG-Fotos aufzunehmen, wähle Einstellungen > Kamera > Formate > Maximale Kompatibilität." : "Most browsers can't show HEIC images. Convert this one to JPEG first. To take JPEG photos on an iPhone, choose Settings > Camera > Formats > Most Compatible.";
export const kinds_of_pictures = (): string => locale() === 'de' ? "PNG, JPEG, WebP, AVIF oder GIF, bis 5 MB. Ein animiertes GIF wird zum Standbild." : "PNG, JPEG, WebP, AVIF or GIF, up to 5 MB. An animated GIF becomes a still image.";
export const please_select_an_image_file = (): string => locale() === 'de' ? "Bitte wähle eine Bilddatei" : "Please select an image file";
export const refused_image_damaged = (): string => locale() === 'de' ? "Das Bild ist beschädigt und kann nicht gelesen werden. Wähle ein anderes." : "The image is damaged and can't be read. Choose another one.";
export const refused_image_in_use = (): string => locale() === 'de' ? "Das Bild wird noch verwendet." : "The image is still in use.";
export const refused_not_stored = (): string => locale() === 'de' ? "Das Bild konnte nicht gespeichert werden. Bitte versuche es noch einmal." : "The image couldn't be stored. Please try again.";
export const refused_too_many_pixels = (values: { millions: string | number }): string => locale() === 'de' ? `Das Bild hat zu viele Pixel (höchstens ${values.millions} Millionen). Verkleinere es und versuche es noch einmal.` : `The image has too many pixels (maximum ${values.millions} million). Make it smaller and try again.`;
export const remove_image = (): string => locale() === 'de' ? "Bild entfernen" : "Remove image";
export const replace_image = (): string => locale() === 'de' ? "Bild ersetzen" : "Replace image";
export const svg_drawings_have_to_be_saved = (): string => locale() === 'de' ? "SVG-Zeichnungen werden nicht angenommen, weil sie Skripte enthalten können. Exportiere sie zuerst als PNG oder WebP." : "SVG drawings aren't accepted, because they can carry scripts. Export it as PNG or WebP first.";
export const unknown_error_occurred = (): string => locale() === 'de' ? "Unbekannter Fehler" : "Unknown error occurred";
export const upload_failed_status_status_text = (values: { status: string | number; statusText: string | number }): string => locale() === 'de' ? `Hochladen fehlgeschlagen: ${values.status} ${values.statusText}` : `Upload failed: ${values.status} ${values.statusText}`;
export const uploading = (): string => locale() === 'de' ? "Wird hochgeladen ..." : "Uploading...";
