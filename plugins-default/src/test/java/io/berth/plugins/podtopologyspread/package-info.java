@NullMarked
package io.berth.plugins.podtopologyspread;

import org.jspecify.annotations.NullMarked;
